import type { Page } from '@playwright/test';
import { isShellPage } from '../../contract/pages.ts';
import { readSitemap } from '../../tests/support/crawl.ts';
import { foreignNames, fuzzedSearches, searchNamesOf } from '../../tests/support/search-values.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// Tests the HTML of the server and the router of the page, not the service worker's shell.
test.use({ serviceWorkers: 'block' });

/** How many values of each parameter are tried; a soak run tries all. */
const sampledValues = 3;
const timeoutMs = isSoak ? 1_800_000 : 240_000;

type AppWindow = {
  __TSR_ROUTER__: { history: { push: (address: string) => void }; state: { status: string } };
};

/** The path of each route with the names of the search parameters that it reads, from the router of an open page. */
const readRoutes = (page: Page): Promise<Array<{ path: string; names: string[] }>> =>
  page.evaluate(`(() => {
    const searchNamesOf = ${searchNamesOf};
    const routes = Object.values(window.__TSR_ROUTER__.routesByPath);
    return routes.map((route) => ({ path: route.fullPath.replace(/(?<=.)\\/$/, ''), names: searchNamesOf(route) }));
  })()`);

/**
 * One address of each route with fuzzed search parameters. New routes and parameters are covered without a change here.
 */
async function fuzzedAddresses(page: Page, site: string): Promise<string[]> {
  console.log(`fuzzed search parameters: SEED=${seed}`);
  const sitemap = await readSitemap(site);
  return (await readRoutes(page)).flatMap(({ path, names }) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
    const address = path.includes('$')
      ? (sitemap.findLast((one) => pattern.test(one)) ?? path.replaceAll(/\$\w+/g, 'x-1'))
      : path;
    return [...names, ...sampleOf(foreignNames, 1)].flatMap((name) =>
      sampleOf(fuzzedSearches, names.includes(name) ? sampledValues : 1).map(
        (search) => `${address}?${search.replaceAll('PARAM', name)}`,
      ),
    );
  });
}

test('whatever the query string of a URL is, the server does not respond with an error page', async ({
  page,
  site,
  visitor,
}) => {
  test.setTimeout(timeoutMs);
  await visitor.opensHome();
  const addresses = await fuzzedAddresses(page, site.url);
  const faults: string[] = [];
  for (const address of addresses) {
    // For many rejected values, the server redirects to the address without them.
    const response = await fetch(site.url + address, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const isRendered = !isShellPage(address.split('?')[0] ?? '');
    const isFailed =
      response.status >= 500 || html.includes('could not be loaded') || (isRendered && !html.includes('</h1>'));
    if (isFailed) faults.push(`${response.status} ${address}`);
  }
  expect(addresses.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test('whatever the query string of a URL is, the browser does not show the error page', async ({
  page,
  site,
  visitor,
  watch,
}) => {
  test.setTimeout(timeoutMs);
  // The addresses include confirmations and receipts that do not exist, and Login, which looks up unknown identifiers.
  watch.expects(/status of (404|400|401)/);
  await visitor.signsInByApi(asha);
  await visitor.opensHome();
  const addresses = await fuzzedAddresses(page, site.url);
  const faults: string[] = [];
  for (const address of addresses) {
    const heading = await page.evaluate(async (to) => {
      const router = (window as unknown as AppWindow).__TSR_ROUTER__;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const isLoading = () =>
        [...document.querySelectorAll('main [role="status"]')].some((one) => /loading/i.test(one.textContent));
      router.history.push(to);
      await nextFrame();
      for (
        let frame = 0;
        frame < 300 && (router.state.status === 'pending' || !document.querySelector('h1') || isLoading());
        frame++
      )
        await nextFrame();
      return document.querySelector('h1')?.textContent ?? '';
    }, address);
    if (!heading || /could not be loaded/.test(heading)) faults.push(`'${heading}' at ${address}`);
  }
  expect(addresses.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
