// Takes the screenshots that the web app manifest lists, each in the size that the manifest states.
// Usage: node_modules/.bin/node setup/screenshots.ts http://localhost:3000
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { wholeChromiumLaunch } from './programs/browser.ts';

type Screenshot = { src: string; sizes: string; form_factor: 'narrow' | 'wide' };

const [site] = process.argv.slice(2);
if (!site) throw new Error('Name the running site: node_modules/.bin/node setup/screenshots.ts http://localhost:3000');

const publicFolder = fileURLToPath(new URL('../public', import.meta.url));
const pages: Record<string, string> = { home: '/', courses: '/courses-list' };
const scales = { narrow: 2, wide: 1 };
const manifest: { screenshots: Screenshot[] } = JSON.parse(
  await readFile(`${publicFolder}/manifest.webmanifest`, 'utf8'),
);

async function takeScreenshot(browser: Browser, { src, sizes, form_factor: form }: Screenshot): Promise<void> {
  const scale = scales[form];
  const [width = 0, height = 0] = sizes.split('x').map((pixels) => Number(pixels) / scale);
  const path = pages[/\/([a-z]+)-/.exec(src)?.[1] ?? ''];
  if (!path) throw new Error(`No page is known for ${src}`);
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: form === 'narrow',
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(new URL(path, site).href, { waitUntil: 'networkidle' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: publicFolder + src });
  await context.close();
  console.log(`${src} ${sizes}`);
}

const browser = await chromium.launch(wholeChromiumLaunch());
try {
  for (const screenshot of manifest.screenshots) await takeScreenshot(browser, screenshot);
} finally {
  await browser.close();
}
