import type { Page } from '@playwright/test';
import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('the site says what is true of the connection, whatever the device believes', async ({
  network,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const strip = page.getByRole('status').filter({ hasText: /You are offline|does not reach us/ });
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.isKeptByWorker();
  await expect(strip).toHaveCount(0);

  network.portal();
  await visitor.opensHome();
  await expect(strip).toContainText('This network does not reach us. It may want you to sign in to it first.');
  await visitor.findsItAccessible();
  await network.restore();
  await expect(strip).toHaveCount(0, { timeout: 40_000 });

  network.blackHole();
  await visitor.opensHome();
  await visitor.exploresCourses();
  await expect(strip).toContainText('You are offline.', { timeout: 40_000 });
  await network.restore();
  await expect(strip).toHaveCount(0, { timeout: 40_000 });
});

test('a page opened again stands before anything is asked of the server, while the worker wakes up too', async ({
  context,
  network,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  await visitor.opensHome();
  await visitor.isKeptByWorker();
  await page.waitForLoadState('networkidle');
  await page.close();
  const again = await context.newPage();
  await again.addInitScript(() => {
    const standsAt = () => {
      if (document.querySelector('#root h1')) Object.assign(window, { stoodAt: Date.now() });
      else requestAnimationFrame(standsAt);
    };
    requestAnimationFrame(standsAt);
  });
  const session = await context.newCDPSession(again);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  const before = network.asked.length;
  await again.goto('/');
  await expect(again.getByRole('region', { name: 'Notices' })).toBeVisible();
  const stoodAt = await again.evaluate(() => (window as unknown as { stoodAt: number }).stoodAt);
  await expect.poll(() => network.asked.length, 'what is shown is then asked for anew').toBeGreaterThan(before);
  const early = network.asked.slice(before).filter(({ at }) => at < stoodAt);
  expect(early.map(({ line }) => line)).toEqual([]);
  expect(network.asked.slice(before).map(({ line }) => line)).not.toContain('GET /');
});

/** Whether the first screen of the page at `path` is kept. */
const isKept = (page: Page, path: string) => page.evaluate(async (one) => Boolean(await caches.match(one)), path);

test('Home opened again comes with its first screen, to be read before any script has run', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isKeptByWorker();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect.poll(() => isKept(page, '/')).toBe(true);
  const shell = await page.goto('/');
  const words = await shell?.text();
  expect(words).toContain(`<h1>${title}</h1>`);
  expect(words, 'nothing else is kept of the page').not.toContain('Explore Our Courses</h2>');
  await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await expect(page.locator('#waiting')).toHaveCount(0);
  await visitor.findsItAccessible();
});

test('a course opened again comes with its title, in its own styles, without prices and seats', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isKeptByWorker();
  await visitor.exploresCourses();
  await visitor.opensCourse('Personal Survival Techniques (PST)');
  const { pathname } = new URL(page.url());
  await expect.poll(() => isKept(page, pathname)).toBe(true);
  const words = await (await page.goto(pathname))?.text();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  expect(words).toContain(`<h1>${title}</h1>`);
  expect(words).not.toMatch(/₹|seats? left/);
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => new URL(href).pathname),
  );
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) expect(words).toContain(`href="${sheet}"`);
});
