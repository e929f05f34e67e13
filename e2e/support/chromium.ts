import { findChromium } from '../../setup/browser.mjs';

const rootFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launch options of the browser that is there: `CHROMIUM_PATH`, the system's Chromium, else Playwright's own. */
export function chromiumLaunch(): { executablePath?: string; args: string[] } {
  const found = findChromium();
  const args = process.getuid?.() === 0 ? rootFlags : [];
  return found ? { executablePath: found, args } : { args };
}
