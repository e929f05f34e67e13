import { isShellPage } from '../../contract/pages.ts';
import { readSitemap } from '../../tests/support/crawl.ts';
import { fuzzedAddresses, openByRouter } from '../support/browser/fuzzed-search.ts';
import { isSoak } from '../support/sample.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// Tests the HTML of the server and the router of the page, not the service worker's shell.
test.use({ serviceWorkers: 'block' });

const timeoutMs = isSoak ? 1_800_000 : 240_000;

/**
 * Returns a function that fills in the parameters of a route path, such as `$slug`: with those of a page in the sitemap
 * or, if no page matches the route, with `x-1`.
 */
async function addressesOf(site: string): Promise<(path: string) => string> {
  const sitemap = await readSitemap(site);
  return (path) => {
    if (!path.includes('$')) return path;
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
    return sitemap.findLast((one) => pattern.test(one)) ?? path.replaceAll(/\$\w+/g, 'x-1');
  };
}

test('whatever the query string of a URL is, the server does not respond with an error page', async ({
  page,
  site,
  visitor,
}) => {
  test.setTimeout(timeoutMs);
  await visitor.opensHome();
  const addresses = await fuzzedAddresses(page, await addressesOf(site.url));
  const faults: string[] = [];
  for (const address of addresses) {
    // `fetch` follows redirects: many URLs with rejected values redirect to the URL without these values.
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
  // Expect failed calls: the addresses include confirmations and receipts that do not exist, and logins of unknown
  // students.
  watch.expects(/status of (404|400|401)/);
  await visitor.signsInByApi(asha);
  await visitor.opensHome();
  const addresses = await fuzzedAddresses(page, await addressesOf(site.url));
  const faults: string[] = [];
  for (const address of addresses) {
    const { heading } = await openByRouter(page, address);
    if (!heading || /could not be loaded/.test(heading)) faults.push(`'${heading}' at ${address}`);
  }
  expect(addresses.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
