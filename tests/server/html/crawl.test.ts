import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShellPage, paths } from '../../../contract/pages.ts';
import { type SiteServer, startSite } from '../../../e2e/support/site-server.ts';
import { crawl, type Found, readPage, readSitemap } from '../../support/crawl.ts';
import { structuredFaults } from '../../support/structured-rules.ts';

const isSoak = process.env.SOAK === '1';
/** Letters that a page's main part has at least. */
const fewestLetters = 150;

const pathOf = (address: string) => address.split('?')[0] ?? '';

/** Every path; of the many addresses that differ by their query alone, those of two courses, in soak all. */
function isFollowed(address: string): boolean {
  if (isSoak || !address.includes('?')) return true;
  return /-(401|302)\?|\?page=/.test(address) || isShellPage(pathOf(address));
}

let site: SiteServer;
let sitemap: string[];
/** What links from Home on lead to, and what only the sitemap names. */
let linked: Found;
let unlinked: Found;

beforeAll(async () => {
  site = await startSite({ RATE_READ: '1000000', LOG_LEVEL: 'silent' });
  sitemap = await readSitemap(site.url);
  linked = await crawl(site.url, ['/'], isFollowed);
  const rest = sitemap.filter((path) => !linked.has(path));
  unlinked = await crawl(site.url, rest, (address) => isFollowed(address) && !linked.has(address));
}, 600_000);
afterAll(() => site.dispose());

const all = () => [...linked, ...unlinked];
/** Public pages: those that the server draws. */
const drawn = () =>
  all().filter(([address, { status, isPage }]) => status === 200 && isPage && !isShellPage(pathOf(address)));

describe('the built site', () => {
  it('has no link that is dead or leads by a detour', () => {
    const faults = all().flatMap(([address, { status, from, location }]) =>
      status === 200 ? [] : [`${status} ${address}${location ? ` to ${location}` : ''}, linked from ${from}`],
    );
    expect(faults).toEqual([]);
    expect(all().length).toBeGreaterThan(130);
  });

  it('gives every page one heading, a title, a description, its own address and its words before any script', () => {
    const faults = drawn().flatMap(([address, { headings, title, description, canonical, words }]) => [
      ...(headings.length === 1 && headings[0] ? [] : [`${address} has the headings ${JSON.stringify(headings)}`]),
      ...(title.length > 5 ? [] : [`${address} has the title '${title}'`]),
      ...(description.length > 20 ? [] : [`${address} is described as '${description}'`]),
      // A further page of a list is a page of its own.
      ...([pathOf(address), address.includes('?page=') ? address : null].includes(canonical)
        ? []
        : [`${address} names itself ${canonical}`]),
      ...(words.length > fewestLetters ? [] : [`${address} says only '${words}'`]),
    ]);
    expect(faults).toEqual([]);
  });

  it.each(['title', 'description'] as const)('gives no two pages one %s', (part) => {
    const byWords = Map.groupBy(
      drawn().filter(([address]) => !address.includes('?')),
      ([, facts]) => facts[part],
    );
    const twice = [...byWords].filter(([, same]) => same.length > 1);
    expect(twice.map(([words, same]) => `${words}: ${same.map(([address]) => address).join(', ')}`)).toEqual([]);
  });

  it('lists in its sitemap exactly the pages that links lead to without a script', () => {
    const found = drawn()
      .filter(([address]) => linked.has(address))
      .map(([address]) => pathOf(address));
    const wanted = new Set(found.filter((path) => path !== paths.coursesCompare));
    expect([...wanted].toSorted()).toEqual(sitemap.toSorted());
  });

  it('describes its pages to search engines with all that they require', () => {
    const faults = drawn().flatMap(([address, { structured }]) =>
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
  ])('describes the pages %s as %j', (pattern, types) => {
    const pages = drawn().filter(([address]) => pattern.test(address));
    expect(pages.length).toBeGreaterThan(0);
    for (const [address, { structured }] of pages)
      expect(
        structured.map((one) => one['@type']),
        address,
      ).toEqual(expect.arrayContaining(types));
  });
});

describe('an address without a page', () => {
  it.each([
    '/nowhere',
    '/courses/none',
    '/course-booking/none-99999',
    '/course-booking/none',
    '/departments/details/99/none',
    '/blogs/none-99999',
    '/events/none',
    '/marine-insights/none-99999',
  ])('%s is 404 and says so', async (path) => {
    const { status, headings } = await readPage(site.url, path);
    expect([status, headings]).toEqual([404, ['Page not found.']]);
  });

  it.each(['/media/none.webp', '/assets/none.js', '/api/none', '/none.html'])('%s is 404 and no page', async (path) => {
    expect(await readPage(site.url, path)).toMatchObject({ status: 404, isPage: false });
  });
});
