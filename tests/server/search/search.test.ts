import { describe, expect, it } from 'vitest';
import { searchSite } from '../../../contract/search.ts';
import { newsUnavailable } from '../../../server/providers/news/news.ts';
import { startAcademyApp } from '../../support/academy-content.ts';
import { siteHeaders, startTestApp } from '../../support/server.ts';

const app = await startAcademyApp();
const empty = await startTestApp();

async function search(query: string, from = app) {
  const { status, body } = await from.call('GET', `/api/search?q=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  return searchSite.answers[200].parse(body).data.results;
}

const titles = async (query: string) => (await search(query)).map(({ title }) => title);

describe('GET /search', () => {
  it('the site search for a course code returns that course first, with its title, code, category and URL', async () => {
    expect((await search('ECDIS'))[0]).toEqual({
      kind: 'course',
      title: 'Electronic Chart Display and Information System (ECDIS)',
      subtitle: 'ECDIS · Post-Sea',
      url: '/course-booking/electronic-chart-display-and-information-system-ecdis-423',
    });
    expect((await titles('pst'))[0]).toBe('Personal Survival Techniques (PST)');
    expect((await titles('gmdss goc'))[0]).toBe("GMDSS General Operator's Certificate (GOC)");
    expect((await titles('tasco'))[0]).toBe('Advanced Training for Oil Tanker Cargo Operations (ATOTCO, TASCO)');
  });

  it.each([
    ['fire figthing', 'Fire Prevention and Fire Fighting (FPFF)'],
    ['firefighting', 'Fire Prevention and Fire Fighting (FPFF)'],
    ['survial', 'Personal Survival Techniques (PST)'],
    ['raddar observer', 'Radar Observer Simulator Course (ROSC)'],
    ['securty officer', 'Ship Security Officer (SSO)'],
  ])('the site search for the misspelled “%s” finds %s', async (query, title) => {
    expect(await titles(query)).toContain(title);
  });

  it('the site search finds packages, pages, policies, departments and posts, each with its own URL', async () => {
    const found = async (query: string, title: string) => (await search(query)).find((one) => one.title === title);
    expect(await found('basic safety pack', 'STCW Basic Safety Pack')).toMatchObject({
      kind: 'package',
      url: '/course-booking?tab=packages&package=801',
    });
    expect(await found('refund', 'Cancellation & Refund Policy')).toMatchObject({
      kind: 'page',
      url: '/refund-policy',
    });
    expect(await found('ragging', 'Anti-ragging policy and reporting')).toMatchObject({
      url: '/anti-ragging-policy-and-reporting',
    });
    expect(await found('departments', 'Departments')).toMatchObject({ kind: 'page', url: '/departments' });
    expect(await found('nautical science', 'Nautical Science')).toMatchObject({
      url: '/departments/details/1/nautical-science',
    });
    expect(await found('quiet cabin', 'The quiet cabin: mental health at sea without big words')).toMatchObject({
      kind: 'post',
      subtitle: 'Blogs',
    });
  });

  it.each([
    ['about us', '/about-us'],
    ['mission and vision', '/mission-vision'],
    ['all courses', '/courses-list'],
  ])(
    'the site search for “%s” returns the page %s only once, although several menus link to it',
    async (query, page) => {
      const urls = (await search(query)).map(({ url }) => url);
      expect(urls.filter((url) => url === page)).toEqual([page]);
    },
  );

  it('a second after changed content was loaded, the site search no longer finds a course that has become inactive', async () => {
    expect(await titles('welding')).toContain('Marine Welding and Gas Cutting');
    await app.db.updateTable('courses').set({ is_active: false }).where('course_code', '=', 'WELDING').execute();
    await app.db.insertInto('content_loads').values({ content_hash: 'next', base_day: '2026-05-30' }).execute();
    app.clock.advance(1001);
    expect(await titles('welding')).not.toContain('Marine Welding and Gas Cutting');
  });

  it.each(['', 'e', '%', "'; drop table courses; --", '\u0000', '\\', '__proto__', '<script>'])(
    'the site search for %j returns no error',
    async (query) => {
      expect(Array.isArray(await search(query))).toBe(true);
    },
  );

  it('the site search returns nothing for an empty query and refuses a query of more than 100 characters', async () => {
    expect((await app.call('GET', '/api/search')).body).toMatchObject({ data: { results: [] } });
    const long = await app.call('GET', `/api/search?q=${'a'.repeat(101)}`);
    expect([long.status, long.body]).toEqual([400, expect.objectContaining({ code: 'INVALID_REQUEST' })]);
    expect((await app.call('GET', `/api/search?q=${'a'.repeat(100)}`)).status).toBe(200);
  });

  it('the site search sends an ETag, and a repeated request for an unchanged result returns 304', async () => {
    const { headers } = await app.call('GET', '/api/search?q=ecdis');
    expect(headers.etag).toBeTruthy();
    const again = await app.server.inject({
      url: '/api/search?q=ecdis',
      headers: { ...siteHeaders, 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('the site search returns nothing while no content is loaded', async () => {
    expect(await search('ecdis', empty)).toEqual([]);
  });
});

describe('a search while the news site is unavailable', () => {
  const refuse = async () => {
    throw newsUnavailable();
  };
  it('the site search finds courses even if the news site is unavailable', async () => {
    const academy = await startAcademyApp({ ports: { news: { list: refuse, read: refuse } } });
    expect((await search('ecdis', academy))[0]?.kind).toBe('course');
  });
});
