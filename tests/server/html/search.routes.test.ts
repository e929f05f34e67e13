import { describe, expect, it } from 'vitest';
import { newsAway } from '../../../server/providers/news.ts';
import { startAcademyApp } from '../../support/academy-content.ts';
import { startTestApp } from '../../support/server.ts';

const site = 'https://academy.example';
const app = await startAcademyApp({ env: { PUBLIC_URL: `${site}/` } });
const local = await startTestApp();

/** Pages that an academy always has, as both documents name them. */
const standing = [
  '/',
  '/courses-list',
  '/courses/pre-sea-courses',
  '/courses/post-sea-courses',
  '/courses/management-courses',
  '/courses/value-added-courses',
  '/about-us',
  '/why-landfall',
  '/mission-vision',
  '/principal-message',
  '/governing-board',
  '/contact-us',
  '/departments',
  '/blogs',
  '/events',
  '/marine-insights',
  '/terms',
  '/privacy-policy',
  '/refund-policy',
  '/anti-ragging-policy-and-reporting',
  '/grievance-form',
];

type Sitemap = { addresses: string[]; changes: Map<string, string> };

async function readSitemap(from = app): Promise<Sitemap> {
  const { status, text, headers } = await from.call('GET', '/sitemap.xml');
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const entries = [...text.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)];
  return {
    addresses: entries.map(([, address = '']) => address),
    changes: new Map(entries.flatMap(([, address = '', changed]) => (changed ? [[address, changed]] : []))),
  };
}

async function readAnswer<Body>(url: string): Promise<Body> {
  const { status, body } = await app.call('GET', url);
  expect(status).toBe(200);
  return body as Body;
}

async function readPostPaths(category: number, path: string): Promise<string[]> {
  const posts = await readAnswer<Array<{ id: number; slug: string }>>(
    `/wp-json/wp/v2/posts?categories=${category}&per_page=100`,
  );
  return posts.map(({ id, slug }) => `${path}/${slug}-${id}`);
}

describe('/sitemap.xml', () => {
  it('lists the standing pages, every active course, department and post, once, and nothing else', async () => {
    const list = await readAnswer<{ data: { courses: Array<{ id: number; meta_text: string }> } }>(
      '/api/course?limit=100',
    );
    const departments = await readAnswer<{ data: { dept: Array<{ id: number; slug: string }> } }>('/api/departments');
    const expected = [
      ...standing,
      ...list.data.courses.map(({ id, meta_text }) => `/course-booking/${meta_text}-${id}`),
      ...departments.data.dept.map(({ id, slug }) => `/departments/details/${id}/${slug}`),
      ...(await readPostPaths(1, '/blogs')),
      ...(await readPostPaths(7, '/events')),
      ...(await readPostPaths(8, '/marine-insights')),
    ];
    const { addresses } = await readSitemap();
    expect(addresses.toSorted()).toEqual(expected.map((path) => site + path).toSorted());
    expect(list.data.courses.length).toBeGreaterThan(60);
    expect(departments.data.dept.length).toBeGreaterThan(2);
  });

  it('leaves out what is not shown', async () => {
    const { addresses: before } = await readSitemap();
    await app.db.updateTable('courses').set({ is_active: false }).where('id', '=', 408).execute();
    await app.db.updateTable('departments').set({ show_on_website: false }).where('id', '=', 3).execute();
    app.clock.advance(2000);
    const { addresses } = await readSitemap();
    const gone = before.filter((address) => !addresses.includes(address));
    expect(gone).toEqual([
      expect.stringMatching(/\/course-booking\/.*-408$/),
      expect.stringMatching(/\/departments\/details\/3\//),
    ]);
  });

  it('says when a post, a course and a department changed', async () => {
    const { addresses, changes } = await readSitemap();
    const dated = addresses.filter((address) =>
      /\/(blogs|events|marine-insights|course-booking|departments)\/./.test(address),
    );
    expect(dated.length).toBeGreaterThan(100);
    for (const page of dated) expect(changes.get(page)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    expect(changes.size).toBe(dated.length);
  });

  it('is not there while the news site is away, which must not read as no posts', async () => {
    const fail = () => Promise.reject(newsAway());
    const cut = await startAcademyApp({ ports: { news: { list: fail, read: fail } } });
    expect((await cut.call('GET', '/sitemap.xml')).status).toBe(503);
  });
});

describe('/robots.txt', () => {
  it('names the sitemap and keeps out what is about one student', async () => {
    const { status, text, headers } = await app.call('GET', '/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
    for (const path of ['/profile', '/course-booking/details', '/course-booking/checkout', '/api/', '/auth/'])
      expect(text).toContain(`\nDisallow: ${path}\n`);
  });

  it('keeps no page of the sitemap out', async () => {
    const { text } = await app.call('GET', '/robots.txt');
    const rules = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    const isOut = (path: string, rule: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule);
    const { addresses } = await readSitemap();
    const paths = addresses.map((address) => address.slice(site.length));
    expect(paths.filter((path) => rules.some((rule) => isOut(path, rule)))).toEqual([]);
  });
});

describe('without a configured address', () => {
  it('both name the address under which they were asked', async () => {
    const headers = { host: 'harbour.example' };
    expect((await local.call('GET', '/robots.txt', { headers })).text).toContain('http://harbour.example/sitemap.xml');
    const { text } = await local.call('GET', '/sitemap.xml', { headers });
    expect(text).toContain('<loc>http://harbour.example/courses-list</loc>');
  });

  it('a Host that is none gets nothing', async () => {
    expect((await local.call('GET', '/robots.txt', { headers: { host: 'a b' } })).status).toBe(404);
  });
});
