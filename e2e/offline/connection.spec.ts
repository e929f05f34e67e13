import type { Page } from '@playwright/test';
import { getHealth, getLiveness } from '../../contract/health.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('the site detects captive portals and dead networks even while the device reports that it is online', async ({
  network,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const offlineBanner = page.getByRole('status').filter({ hasText: /You are offline|does not connect to our site/ });
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.isServedByWorker();
  await expect(offlineBanner).toHaveCount(0);

  network.portal();
  await visitor.opensHome();
  await expect(offlineBanner).toContainText(
    'This network does not connect to our site. You may have to sign in to the network first.',
  );
  await visitor.findsItAccessible();
  // The page checks the connection without following the redirect, which its Content-Security-Policy forbids. So it
  // logs no error.
  const checkConnection = () => page.evaluate(() => void dispatchEvent(new Event('online')));
  network.portal('badGateway');
  await checkConnection();
  await expect(
    page.getByRole('status').filter({ hasText: 'Our server is not answering. We keep trying.' }),
  ).toBeVisible();
  network.portal('redirect');
  await checkConnection();
  await expect(offlineBanner).toContainText('This network does not connect to our site.');
  await network.restore();
  await expect(offlineBanner).toHaveCount(0, { timeout: 40_000 });

  network.blackHole();
  await visitor.opensHome();
  await visitor.exploresCourses();
  await expect(offlineBanner).toContainText('You are offline.', { timeout: 40_000 });
  await network.restore();
  await expect(offlineBanner).toHaveCount(0, { timeout: 40_000 });
});

test('on a second visit, Home renders before any request reaches the server, even if the service worker was stopped', async ({
  context,
  network,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  await visitor.opensHome();
  await visitor.isServedByWorker();
  await page.waitForLoadState('networkidle');
  await page.close();
  const again = await context.newPage();
  await again.addInitScript(() => {
    const noteFirstRender = () => {
      if (document.querySelector('#root h1')) Object.assign(window, { renderedAt: Date.now() });
      else requestAnimationFrame(noteFirstRender);
    };
    requestAnimationFrame(noteFirstRender);
  });
  const session = await context.newCDPSession(again);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  const before = network.requests.length;
  await again.goto('/');
  await expect(again.getByRole('region', { name: 'Notices' })).toBeVisible();
  const renderedAt = await again.evaluate(() => (window as unknown as { renderedAt: number }).renderedAt);
  await expect.poll(() => network.requests.length, 'the page revalidates what it shows').toBeGreaterThan(before);
  const early = network.requests.slice(before).filter(({ at }) => at < renderedAt);
  expect(early.map(({ line }) => line)).toEqual([]);
  expect(network.requests.slice(before).map(({ line }) => line)).not.toContain('GET /');
});

test('a page that was loaded without the service worker is controlled by the worker once the page’s scripts run', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isServedByWorker();
  // Reload without the cache, because such a reload bypasses the service worker. The page is then like one that was
  // loaded just before the worker was activated.
  const devtools = await page.context().newCDPSession(page);
  const reloaded = page.waitForNavigation();
  await devtools.send('Page.reload', { ignoreCache: true });
  await reloaded;
  await visitor.isServedByWorker();
});

test('a page’s health requests bypass the service worker, so that the worker can stop and be replaced by an update', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isServedByWorker();
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const received: string[] = [];
    Object.assign(globalThis, { received });
    addEventListener('fetch', (event) => {
      if ('request' in event && event.request instanceof Request) received.push(new URL(event.request.url).pathname);
    });
  });
  await page.evaluate(
    async (calls) => {
      for (const call of calls) await fetch(call);
    },
    [getHealth.url, getLiveness.url],
  );
  const received = await worker?.evaluate(() => (globalThis as unknown as { received: string[] }).received);
  expect(received).toContain(getLiveness.url);
  expect(received).not.toContain(getHealth.url);
});

/** Whether the browser has saved the first screen of the page at `path` for the next visit. */
const isFirstScreenSaved = (page: Page, path: string) =>
  page.evaluate(async (one) => Boolean(await caches.match(one)), path);

test('on a second visit, the HTML of Home contains the top of the page as it was saved on the first visit', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isServedByWorker();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect.poll(() => isFirstScreenSaved(page, '/')).toBe(true);
  const shell = await page.goto('/');
  const html = await shell?.text();
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html, 'only the first screen is saved').not.toContain('Explore Our Courses</h2>');
  await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await expect(page.locator('#waiting')).toHaveCount(0);
  await visitor.findsItAccessible();
});

test('on a second visit, the HTML of a course page contains its title and styles, but neither prices nor free seats', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await visitor.isServedByWorker();
  await visitor.exploresCourses();
  await visitor.opensCourse('Personal Survival Techniques (PST)');
  const { pathname } = new URL(page.url());
  await expect.poll(() => isFirstScreenSaved(page, pathname)).toBe(true);
  const html = await (await page.goto(pathname))?.text();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).not.toMatch(/₹|seats? left/);
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => new URL(href).pathname),
  );
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) expect(html).toContain(`href="${sheet}"`);
});

test.describe('before the service worker is installed', () => {
  test.use({ serviceWorkers: 'block' });

  test('the page does not move when the offline bar begins to show how old the saved content is', async ({
    page,
    visitor,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    const script = Promise.withResolvers<void>();
    await page.route('**/saved-age-*.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    await visitor.opensHome();
    await page.waitForLoadState('networkidle');
    await page.route(/\/api\//, (route) => route.abort());
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    const bar = page.getByRole('status').filter({ hasText: 'You are offline.' });
    await expect(bar).toBeVisible();
    const before = await page.getByRole('banner').boundingBox();
    script.resolve();
    await expect(bar).toContainText('You see saved content, as of');
    expect(await page.getByRole('banner').boundingBox()).toEqual(before);
  });

  test('a page that could not be opened without a connection loads with all style sheets once the connection is back', async ({
    account,
    page,
    visitor,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource|Unable to preload CSS/);
    await visitor.signsInByApi(account);
    await page.route(/\/assets\/[^/]+\.css$|\/api\/health/, (route) => route.abort());
    await visitor.opensHome();
    await page.waitForLoadState('networkidle');
    // Abort all calls, because the page counts as offline only while no call gets a response.
    await page.route(/\/api\//, (route) => route.abort());
    const checkConnection = () => page.evaluate(() => void dispatchEvent(new Event('online')));
    await checkConnection();
    await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
    // Navigate without a tap, which would load the page's code twice: at the touch and at the click.
    await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).dispatchEvent('click');
    await visitor.arrivesAt('This page is not saved');
    await page.unrouteAll({ behavior: 'wait' });
    await checkConnection();
    await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible();
    // Ignore disabled links: a server-rendered page contains the styles of these style sheets inline.
    const links = page.locator('link[rel=stylesheet]:not([disabled])');
    const missing = () => links.evaluateAll((all: HTMLLinkElement[]) => all.filter(({ sheet }) => !sheet).length);
    await expect.poll(missing).toBe(0);
    await visitor.arrivesAt('All courses');
  });
});
