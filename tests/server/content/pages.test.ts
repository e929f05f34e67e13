import { describe, expect, it } from 'vitest';
import { categories } from '../../../contract/categories.ts';
import { type CmsPage, cmsPageNames } from '../../../contract/cms.ts';
import type { Home } from '../../../contract/content.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { paths } from '../../../contract/pages.ts';
import { type AntiRagging, type GrievancePage, numberSubsections, type Policy } from '../../../contract/policies.ts';
import type { Redirect } from '../../../contract/redirects.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const { call, db, clock, server } = await startAcademyApp();

async function read<T>(path: string): Promise<T> {
  const { status, body, text } = await call('GET', `/api/cms/${path}`);
  expect(status, text).toBe(200);
  const { statusCode, data } = body as { statusCode: number; data: T };
  expect(statusCode).toBe(200);
  return data;
}

describe('CMS pages', () => {
  it.each(cmsPageNames)('the demo page %s has metadata, a title, sections or questions, and a button', async (name) => {
    const page = await read<CmsPage>(`content/${name}`);
    expect(page.meta.canonicalUrl).toMatch(/^\/[a-z-]+$/);
    expect(page.meta.description.length).toBeGreaterThan(50);
    expect(page.hero.title).not.toBe('');
    expect(page.sections.length + (page.faqs?.list.length ?? 0)).toBeGreaterThan(1);
    expect(page.buttons.length).toBeGreaterThan(0);
  });

  it('the pages of the demo content together use every kind of content block, and the contact page lists both offices', async () => {
    const pages = await Promise.all(cmsPageNames.map((name) => read<CmsPage>(`content/${name}`)));
    const blocks = ['facts', 'features', 'people', 'certificates', 'campusImages', 'faqs', 'headOffice', 'campus'];
    expect(blocks.filter((block) => !pages.some((page) => block in page))).toEqual([]);
    const contact = await read<CmsPage>('content/contact');
    expect(contact).toMatchObject({
      headOffice: expect.anything(),
      campus: expect.anything(),
      faqs: expect.anything(),
    });
  });

  it('the API call for a content page returns 304 for a matching ETag, and the new text one second after a change', async () => {
    const first = await call('GET', '/api/cms/content/about');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = () => server.inject({ method: 'GET', url: '/api/cms/content/about', headers });
    expect((await again()).statusCode).toBe(304);
    const row = await db
      .selectFrom('cms_documents')
      .select('body')
      .where('key', '=', 'about')
      .executeTakeFirstOrThrow();
    const page = row.body as CmsPage;
    const changed = { ...page, hero: { ...page.hero, title: 'New words' } };
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify(changed) })
      .where('key', '=', 'about')
      .execute();
    clock.advance(1000);
    expect((await again()).body).toContain('New words');
  });

  it('GET /api/cms/content returns 400 for an unknown page', async () => {
    expect((await call('GET', '/api/cms/content/brand')).status).toBe(400);
  });
});

describe('policies', () => {
  it.each(['terms', 'refund-policy', 'privacy-policy'])(
    'the policy %s is returned with the items of each section sorted by their order field',
    async (name) => {
      const policy = await read<Policy>(`content/${name}`);
      expect(policy.effectiveDate).toBe('2026-04-01');
      for (const { contentItems } of policy.sections) {
        const orders = contentItems.map(({ order }) => order);
        expect(orders).toEqual(orders.toSorted((one, other) => one - other));
      }
      expect('contactInfo' in policy).toBe(name === 'terms');
    },
  );

  it('the policies of the demo content together use all five kinds of items, and subsections with several items', async () => {
    const policies = await Promise.all(
      ['terms', 'refund-policy', 'privacy-policy'].map((name) => read<Policy>(`content/${name}`)),
    );
    const items = policies.flatMap(({ sections }) => sections.flatMap(({ contentItems }) => contentItems));
    expect(new Set(items.map(({ type }) => type)).size).toBe(5);
    expect(items.some((one) => one.type === 'subsection' && one.data.contentItems.length > 1)).toBe(true);
  });

  it('numberSubsections numbers the subsections of section 2 as 2.1, 2.2 and 2.3 by their order field', async () => {
    const { sections } = await read<Policy>('content/terms');
    const booking = sections[1]?.contentItems ?? [];
    expect([...numberSubsections(2, booking).values()]).toEqual(['2.1', '2.2', '2.3']);
    expect([...numberSubsections(2, booking.toReversed()).keys()]).toEqual(booking.map(({ id }) => id));
  });

  it('the anti-ragging page of the demo content has a committee, a nodal officer, a link, notes and a warning', async () => {
    const page = await read<AntiRagging>('content/anti-ragging');
    expect(page.committeeMembers.length).toBeGreaterThan(5);
    expect(page.nodalOfficer).toEqual({
      name: expect.any(String),
      contact: '98765 40031',
      email: 'antiragging@example.com',
    });
    expect(page.importantNotes.length).toBeGreaterThan(3);
    expect(page.antiRaggingLink).toMatch(/^https:/);
    expect(page.warningText).toContain('criminal offence');
  });

  it('the grievance page of the demo content has seven committee members, five objectives, five steps and other ways to complain', async () => {
    const { committee, objectives, process, channels } = await read<GrievancePage>('content/grievance');
    expect([committee.length, objectives.length, process.length]).toEqual([7, 5, 5]);
    expect(committee.filter(({ email }) => email)).toEqual([
      expect.objectContaining({ designation: expect.stringMatching(/^Chairperson/) }),
    ]);
    expect(channels).toMatchObject({ ivrsOption: '5', suggestionBoxes: ['Main Block', 'K-Block', 'Hostel'] });
    expect(process[0]?.text).toContain('15 working days');
    expect(process[1]?.text).toContain('three members are a quorum');
  });
});

describe('the home page', () => {
  it('the home page of the demo content has a panel for a new course, an about section with a captioned video, and an offshore section', async () => {
    const { panel, about, offshore, notices } = await read<Home>('home');
    expect(panel).toMatchObject({ duration: '3 days', phones: { length: 4 } });
    expect(about?.button).toEqual({ label: 'Learn More About Us', url: '/about-us' });
    expect(about?.video.captionsUrl).toMatch(/\.vtt$/);
    expect(offshore?.tiles).toHaveLength(8);
    expect(offshore?.validity).toContain('valid for 4 years');
    expect(notices).toHaveLength(4);
  });
});

describe('addresses of the old site', () => {
  it('the demo content redirects at least 45 addresses of the old website, all of them to active courses', async () => {
    const redirects = await read<Redirect[]>('redirects');
    expect(redirects.length).toBeGreaterThanOrEqual(45);
    expect(redirects.find(({ from }) => from === '/btech/')?.to).toBe('/course-booking/btech-marine-engineering-303');
    const ids = redirects.map(({ to }) => Number(to.slice(to.lastIndexOf('-') + 1)));
    const active = await db.selectFrom('courses').select(['id', 'meta_text']).where('is_active', '=', true).execute();
    const pages = new Map(active.map(({ id, meta_text }) => [id, `/course-booking/${meta_text}-${id}`]));
    expect(redirects.filter(({ to }, index) => pages.get(ids[index] ?? 0) !== to)).toEqual([]);
  });

  it.each([
    ['/courses/personal-survival-techniques-pst/', '/course-booking/personal-survival-techniques-pst-401'],
    ['/courses/personal-survival-techniques-pst', '/course-booking/personal-survival-techniques-pst-401'],
    ['/BTECH/?utm=a%20b', '/course-booking/btech-marine-engineering-303?utm=a%20b'],
  ])('the address %s of the old website redirects permanently to %s', async (from, to) => {
    const { status, headers } = await call('GET', from);
    expect([status, headers.location]).toEqual([301, to]);
  });

  it('redirects from addresses of the old website do not affect the site’s pages, other paths, API calls, files or POST requests', async () => {
    const courses = (await read<Redirect[]>('redirects')).map(({ to }) => to);
    const pages = [...Object.values(paths), ...[...categories, ...newsCategories].map(({ path }) => path), ...courses];
    // The test app does not serve HTML, so each path that is not redirected returns 404.
    for (const path of [...pages, '/courses/no-such-course/', '/api/btech', '/btech.html'])
      expect([(await call('GET', path)).status, path]).toEqual([404, path]);
    expect((await call('POST', '/btech/')).status).toBe(404);
  });

  it('a redirect that is added to the content is applied within seconds', async () => {
    const table = JSON.stringify([{ from: '/old', to: '/courses-list' }]);
    await db.updateTable('cms_documents').set({ body: table }).where('key', '=', 'redirects').execute();
    clock.advance(10_000);
    await call('GET', '/somewhere');
    await expect.poll(async () => (await call('GET', '/old/')).headers.location).toBe('/courses-list');
  });
});
