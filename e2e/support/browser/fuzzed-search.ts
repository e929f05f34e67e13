import type { Page } from '@playwright/test';
import { foreignNames, fuzzedSearches, searchNamesOf } from '../../../tests/support/search-values.ts';
import { sampleOf, seed } from '../sample.ts';

/** How many values of each parameter are tried; a soak run tries all. */
const sampledValues = 3;

type AppWindow = {
  __TSR_ROUTER__: { history: { push: (address: string) => void }; state: { status: string } };
};

type Route = { path: string; names: string[] };

/** The path of each route with the names of the search parameters that it reads, from the router of an open page. */
const readRoutes = (page: Page): Promise<Route[]> =>
  page.evaluate(`(() => {
    const searchNamesOf = ${searchNamesOf};
    const routes = Object.values(window.__TSR_ROUTER__.routesByPath);
    return routes.map((route) => ({ path: route.fullPath.replace(/(?<=.)\\/$/, ''), names: searchNamesOf(route) }));
  })()`);

/**
 * URLs of each route of the open page's router with fuzzed search parameters. New routes and parameters are covered
 * without a change here. `addressOf` fills in the parameters of a route path, such as `$slug`.
 */
export async function fuzzedAddresses(page: Page, addressOf: (path: string) => string): Promise<string[]> {
  console.log(`fuzzed search parameters: SEED=${seed}`);
  return (await readRoutes(page)).flatMap(({ path, names }) =>
    [...names, ...sampleOf(foreignNames, 1)].flatMap((name) =>
      sampleOf(fuzzedSearches, names.includes(name) ? sampledValues : 1).map(
        (search) => `${addressOf(path)}?${search.replaceAll('PARAM', name)}`,
      ),
    ),
  );
}

/**
 * Goes to an address with the router of the open page, without a reload. Returns the heading and the main text of the
 * page that is shown when it has loaded.
 */
export const openByRouter = (page: Page, address: string): Promise<{ heading: string; text: string }> =>
  page.evaluate(async (to) => {
    const router = (window as unknown as AppWindow).__TSR_ROUTER__;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isLoading = () =>
      [...document.querySelectorAll('main [role="status"]')].some((one) =>
        /loading/i.test(`${one.textContent} ${one.getAttribute('aria-label')}`),
      );
    router.history.push(to);
    await nextFrame();
    for (
      let frame = 0;
      frame < 300 && (router.state.status === 'pending' || !document.querySelector('h1') || isLoading());
      frame++
    )
      await nextFrame();
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    return { heading: textOf('h1'), text: textOf('main') };
  }, address);
