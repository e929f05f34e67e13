import { findFirefox, findWebKit } from '../../../setup/programs/other-browsers.ts';
import type { Browser, Engine, Viewport } from './engine.ts';
import { openFirefox } from './firefox-browser.ts';
import { openPlaywrightBrowser } from './playwright-browser.ts';
import { openWebKit } from './webkit-browser.ts';

/**
 * Opens a browser with an empty profile: the installed Firefox or WebKitGTK if there is one, otherwise a browser that
 * Playwright drives.
 */
export async function openBrowser(engine: Engine, viewport: Viewport): Promise<Browser> {
  const firefox = engine === 'firefox' ? findFirefox() : undefined;
  if (firefox) return openFirefox(firefox, viewport);
  const webkit = engine === 'webkit' ? findWebKit() : undefined;
  if (webkit) return openWebKit(webkit, viewport);
  return openPlaywrightBrowser(engine, viewport);
}
