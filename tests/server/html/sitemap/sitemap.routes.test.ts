import { describe, expect, it } from 'vitest';
import { newsUnavailable } from '../../../../server/providers/news/news.ts';
import { startAcademyApp } from '../../../support/academy-content.ts';
import { startTestApp } from '../../../support/server.ts';

const site = 'https://academy.example';
const app = await startAcademyApp({ env: { PUBLIC_URL: `${site}/` } });
const local = await startTestApp();

/** Pages that every academy has. */
const fixedPages = [
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

async function readBody<Body>(url: string): Promise<Body> {
  const { status, body } = await app.call('GET', url);
  expect(status).toBe(200);
  return body as Body;
}

async function readPostPaths(category: number, path: string): Promise<string[]> {
  const posts = await readBody<Array<{ id: number; slug: string }>>(
    `/wp-json/wp/v2/posts?categories=${category}&per_page=100`,
  );
  return posts.map(({ id, slug }) => `${path}/${slug}-${id}`);
}

describe('/sitemap.xml', () => {
  it('the sitemap lists the fixed pages and every active course, department and post exactly once', async () => {
    const list = await readBody<{ data: { courses: Array<{ id: number; meta_text: string }> } }>(
      '/api/course?limit=100',
    );
    const departments = await readBody<{ data: { dept: Array<{ id: number; slug: string }> } }>('/api/departments');
    const expected = [
      ...fixedPages,
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

  it('the sitemap leaves out inactive courses and hidden departments', async () => {
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

  it('the sitemap gives every post, course and department the date of its last change', async () => {
    const { addresses, changes } = await readSitemap();
    const dated = addresses.filter((address) =>
      /\/(blogs|events|marine-insights|course-booking|departments)\/./.test(address),
    );
    expect(dated.length).toBeGreaterThan(100);
    for (const page of dated) expect(changes.get(page)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    expect(changes.size).toBe(dated.length);
  });

  it('the sitemap returns 503 while the news site is unavailable instead of listing no posts', async () => {
    const fail = () => Promise.reject(newsUnavailable());
    const cut = await startAcademyApp({ ports: { news: { list: fail, read: fail } } });
    expect((await cut.call('GET', '/sitemap.xml')).status).toBe(503);
  });
});

describe('/robots.txt', () => {
  it('robots.txt names the sitemap and disallows the personal pages of students and the API', async () => {
    const { status, text, headers } = await app.call('GET', '/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
    for (const path of ['/profile', '/course-booking/details', '/course-booking/checkout', '/api/', '/auth/'])
      expect(text).toContain(`\nDisallow: ${path}\n`);
  });

  it('robots.txt disallows no page of the sitemap', async () => {
    const { text } = await app.call('GET', '/robots.txt');
    const rules = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    const isDisallowed = (path: string, rule: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule);
    const { addresses } = await readSitemap();
    const paths = addresses.map((address) => address.slice(site.length));
    expect(paths.filter((path) => rules.some((rule) => isDisallowed(path, rule)))).toEqual([]);
  });
});

describe('without PUBLIC_URL', () => {
  it('without PUBLIC_URL, robots.txt and the sitemap use the host of the request', async () => {
    const headers = { host: 'harbour.example' };
    expect((await local.call('GET', '/robots.txt', { headers })).text).toContain('http://harbour.example/sitemap.xml');
    const { text } = await local.call('GET', '/sitemap.xml', { headers });
    expect(text).toContain('<loc>http://harbour.example/courses-list</loc>');
  });

  it('robots.txt returns 404 for an invalid Host header', async () => {
    expect((await local.call('GET', '/robots.txt', { headers: { host: 'a b' } })).status).toBe(404);
  });
});
