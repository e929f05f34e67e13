import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import type { Browser, Driver, Handle, Viewport } from './engine.ts';
import { openProfileBrowser } from './profile-browser.ts';

/** Firefox preferences: pages are requested in Indian English, and Firefox sends no requests on its own. */
const preferences = {
  'intl.accept_languages': 'en-IN, en',
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

function handleOf(page: Page, found: ElementHandle): Handle {
  return {
    tap: () => found.click(),
    async type(text) {
      await found.evaluate((field) => {
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
      });
      await found.focus();
      if (text === '') await page.keyboard.press('Delete');
      await page.keyboard.type(text);
    },
    choose: async (value) => void (await found.select(value)),
    upload: async (path) => (found as ElementHandle<HTMLInputElement>).uploadFile(path),
  };
}

async function driverOf(page: Page, viewport: Viewport): Promise<Driver> {
  await page.setViewport(viewport);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    errors,
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    async element(expression) {
      const found = (await page.evaluateHandle(expression)).asElement();
      return found ? handleOf(page, found as ElementHandle) : null;
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    show: () => page.bringToFront(),
  };
}

/** Starts an installed Firefox without a window and drives it through WebDriver BiDi. */
export function openFirefox(executablePath: string, viewport: Viewport): Promise<Browser> {
  const start = (profile: string) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: profile,
      extraPrefsFirefox: preferences,
      defaultViewport: null,
      env: { ...process.env, TZ: 'Asia/Kolkata' },
      protocolTimeout: 60_000,
    });
  return openProfileBrowser(start, (page) => driverOf(page, viewport));
}
