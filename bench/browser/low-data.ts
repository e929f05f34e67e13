import type { Browser } from '@playwright/test';
import { checkAtMost } from '../measure.ts';
import { countTraffic, phone } from './network-count.ts';
import { firstCoursePath, withBenchSite } from './web-site.ts';

async function visit(browser: Browser, url: string, isLowData: boolean) {
  const context = await browser.newContext({
    ...phone,
    serviceWorkers: 'block',
    extraHTTPHeaders: isLowData ? { 'save-data': 'on' } : {},
  });
  const page = await context.newPage();
  const pictures = await countTraffic(
    page,
    ({ pathname }) => /\.(avif|webp|png|jpe?g|svg)$/.test(pathname) && !pathname.startsWith('/icons/'),
  );
  const all = await countTraffic(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 20_000);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { pictures, all };
}

/**
 * Measures how many bytes and pictures are loaded by a first visit that scrolls to the end of the page, with and
 * without low-data mode.
 */
export function measureLowData(browser: Browser): Promise<void> {
  return withBenchSite({}, async ({ origin }) => {
    console.log('Low-data mode: a first visit, scrolled to its end');
    for (const path of ['/', '/courses-list', await firstCoursePath(origin)]) {
      const plain = await visit(browser, origin + path, false);
      const lowData = await visit(browser, origin + path, true);
      const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
      console.log(
        `  ${path}: ${kb(plain.all.bytes)} with ${plain.pictures.requests} pictures (${kb(plain.pictures.bytes)}); in low-data mode ${kb(lowData.all.bytes)}`,
      );
      checkAtMost('pictures requested without a tap', lowData.pictures.requests, { most: 0, unit: '' });
    }
  });
}
