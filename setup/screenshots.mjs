import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './browser.mjs';

// Usage: node setup/screenshots.mjs http://localhost:3000
const [site] = process.argv.slice(2);
if (!site) throw new Error('Say where the site runs: node setup/screenshots.mjs http://localhost:3000');

const publicFolder = fileURLToPath(new URL('../public', import.meta.url));
const pages = { home: '/', courses: '/courses-list' };
const scales = { narrow: 2, wide: 1 };
const manifest = JSON.parse(await readFile(`${publicFolder}/manifest.webmanifest`, 'utf8'));

/** Saves the picture that a manifest entry names, in the size that it states. */
async function take(browser, { src, sizes, form_factor: form }) {
  const scale = scales[form];
  const [width, height] = sizes.split('x').map((pixels) => Number(pixels) / scale);
  const name = /\/([a-z]+)-/.exec(src)?.[1];
  if (!(name in pages)) throw new Error(`No page is known for ${src}`);
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: form === 'narrow',
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(new URL(pages[name], site).href, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: publicFolder + src });
  await context.close();
  console.log(`${src} ${sizes}`);
}

const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
try {
  for (const screenshot of manifest.screenshots) await take(browser, screenshot);
} finally {
  await browser.close();
}
