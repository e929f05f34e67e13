import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShellPage, paths } from '../../../contract/pages.ts';
import { type SiteServer, startSite } from '../../../e2e/support/site/site-server.ts';
import { crawl, type Found, readPage, readSitemap } from '../../support/crawl.ts';
import { isInSample, onePageOfEachKind } from '../../support/page-kinds.ts';
import { structuredFaults } from '../../support/structured-rules.ts';

const { SEED, SOAK } = process.env;
const isSoak = Boolean(SOAK);
const seed = Number(SEED ?? Date.now() % 1_000_000);
/** The share of pages that the test reads besides one page of each kind. A soak run reads all pages. */
const share = isSoak ? 1 : 0.1;
/** The main element of every page must have more characters than this. */
const shortestText = 150;
console.log(`crawl: ${isSoak ? 'all pages' : `one page of each kind and some others, SEED=${seed}`}`);

const pathOf = (address: string) => address.split('?')[0] ?? '';

let site: SiteServer;
let sitemap: string[];
let onePageEach: Set<string>;
/** Pages that the crawl reached by links from the home page. */
let linked: Found;
/** Pages of the sitemap to which the crawl found no link. It follows the links on a sample of the pages only. */
let unlinked: Found;

/**
 * Whether the crawl reads an address. It reads one page of each kind, every page that is sent as an empty shell, and a
 * random sample of the others.
 */
function isFollowed(address: string): boolean {
  const isKind = onePageEach.has(address) || (isShellPage(address) && !address.includes('?'));
  return isKind || isInSample(address, { share, seed });
}

beforeAll(async () => {
  site = await startSite({ RATE_READ: '1000000', LOG_LEVEL: 'silent' });
  sitemap = await readSitemap(site.url);
  onePageEach = new Set(onePageOfEachKind(sitemap));
  linked = await crawl(site.url, ['/'], isFollowed);
  const rest = sitemap.filter((path) => !linked.has(path) && isFollowed(path));
  unlinked = await crawl(site.url, rest, (address) => isFollowed(address) && !linked.has(address));
}, 600_000);
afterAll(() => site.dispose());

const all = () => [...linked, ...unlinked];
/** Public pages, which the server renders. */
const rendered = () =>
  all().filter(([address, { status, isPage }]) => status === 200 && isPage && !isShellPage(pathOf(address)));

describe('the built site', () => {
  it('no link on the built site is dead or leads to a redirect', () => {
    const faults = all().flatMap(([address, { status, from, location }]) =>
      status === 200 ? [] : [`${status} ${address}${location ? ` to ${location}` : ''}, linked from ${from}`],
    );
    expect(faults).toEqual([]);
    expect(all().length).toBeGreaterThan(isSoak ? 130 : 30);
  });

  it('every public page has one heading, a title, a description, its canonical URL and its text without JavaScript', () => {
    const faults = rendered().flatMap(([address, { headings, title, description, canonical, words }]) => [
      ...(headings.length === 1 && headings[0] ? [] : [`${address} has the headings ${JSON.stringify(headings)}`]),
      ...(title.length > 5 ? [] : [`${address} has the title '${title}'`]),
      ...(description.length > 20 ? [] : [`${address} is described as '${description}'`]),
      // The canonical URL of a page has no query, except that each further page of a list has its own.
      ...([pathOf(address), address.includes('?page=') ? address : null].includes(canonical)
        ? []
        : [`${address} names itself ${canonical}`]),
      ...(words.length > shortestText ? [] : [`${address} says only '${words}'`]),
    ]);
    expect(faults).toEqual([]);
  });

  it.each(['title', 'description'] as const)(
    'no two pages of the site have the same title or description (here: %s)',
    (part) => {
      const byWords = Map.groupBy(
        rendered().filter(([address]) => !address.includes('?')),
        ([, facts]) => facts[part],
      );
      const twice = [...byWords].filter(([, same]) => same.length > 1);
      expect(twice.map(([words, same]) => `${words}: ${same.map(([address]) => address).join(', ')}`)).toEqual([]);
    },
  );

  it('the sitemap lists every public page that a link leads to', () => {
    // These pages show what a visitor has chosen or typed, so the sitemap does not list them.
    const unlisted = [paths.coursesCompare, paths.search];
    for (const path of unlisted) expect(sitemap).not.toContain(path);
    const listed = new Set([...sitemap, ...unlisted]);
    const found = rendered().map(([address]) => pathOf(address));
    expect(found.filter((path) => !listed.has(path))).toEqual([]);
  });

  // Only a soak run crawls the whole site, so only a soak run can tell that no link leads to a page.
  if (isSoak)
    it('every page of the sitemap can be reached by links from the home page', () => {
      expect(sitemap.filter((path) => !linked.has(path))).toEqual([]);
    });

  it('the structured data of every page of the site has all properties that search engines require', () => {
    const faults = rendered().flatMap(([address, { structured }]) =>
      structuredFaults(structured).broken.map((fault) => `${address}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    [/^\/course-booking\/.+/, ['Course', 'BreadcrumbList']],
    [/^\/courses\//, ['BreadcrumbList']],
    [/^\/departments\/details\//, ['BreadcrumbList']],
    [/^\/$/, ['EducationalOrganization']],
    [/^\/contact-us$/, ['FAQPage']],
  ])('the pages at %s have structured data of the types %j', (pattern, types) => {
    const pages = rendered().filter(([address]) => pattern.test(address));
    expect(pages.length).toBeGreaterThan(0);
    for (const [address, { structured }] of pages)
      expect(
        structured.map((one) => one['@type']),
        address,
      ).toEqual(expect.arrayContaining(types));
  });
});

describe('an unknown URL', () => {
  it.each([
    '/nowhere',
    '/courses/none',
    '/course-booking/none-99999',
    '/course-booking/none',
    '/departments/details/99/none',
    '/blogs/none-99999',
    '/events/none',
    '/marine-insights/none-99999',
  ])('the unknown page %s returns 404 and says that the page was not found', async (path) => {
    const { status, headings } = await readPage(site.url, path);
    expect([status, headings]).toEqual([404, ['Page not found.']]);
  });

  it.each(['/media/none.webp', '/assets/none.js', '/api/none', '/none.html'])(
    'the unknown file %s returns 404 without an HTML page',
    async (path) => {
      expect(await readPage(site.url, path)).toMatchObject({ status: 404, isPage: false });
    },
  );
});
