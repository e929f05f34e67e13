import { type BrowserType, chromium, firefox, type Page, webkit } from '@playwright/test';
import { chromiumLaunch } from '../../../setup/programs/browser.ts';
import type { Browser, Driver, Engine, Handle, Viewport } from './engine.ts';
import { openProfileBrowser } from './profile-browser.ts';

const types: Record<Engine, BrowserType> = { chromium, firefox, webkit };

function driverOf(page: Page): Driver {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    errors,
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    async element(expression): Promise<Handle | null> {
      const found = (await page.evaluateHandle<Element | null>(expression)).asElement();
      if (!found) return null;
      return {
        tap: () => found.click({ timeout: 5000 }),
        type: (text) => found.fill(text),
        choose: async (value) => void (await found.selectOption(value)),
        upload: (path) => found.setInputFiles(path),
      };
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    show: () => page.bringToFront(),
  };
}

/** Opens Chromium, or Playwright's own build of Firefox or WebKit. */
export function openPlaywrightBrowser(engine: Engine, viewport: Viewport): Promise<Browser> {
  const launch = engine === 'chromium' ? chromiumLaunch() : {};
  // Allow service workers. The configuration for the other journeys blocks them, and Playwright would apply it here
  // too.
  const serviceWorkers = 'allow';
  const options = { ...launch, viewport, serviceWorkers, locale: 'en-IN', timezoneId: 'Asia/Kolkata' } as const;
  return openProfileBrowser((profile) => types[engine].launchPersistentContext(profile, options), driverOf);
}
