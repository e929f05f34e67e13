import { describe, expect, it } from 'vitest';
import { newsCategories } from '../../../contract/news-categories.ts';
import { render } from '../../../src/app/entry-server.tsx';
import { startAcademyApp } from '../../support/academy-content.ts';

const origin = 'https://academy.example';
const { server, clock } = await startAcademyApp({ env: { PUBLIC_URL: origin } });

/** The pages' calls, answered by the server over the academy's own posts. */
const send: typeof fetch = async (input) => {
  const answer = await server.inject({ method: 'GET', url: String(input) });
  return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
};
const away: typeof fetch = async (input, init) =>
  String(input).startsWith('/wp-json') ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : send(input, init);

/** The page as the server draws it; `app` is its main part alone. */
async function draw(path: string, by = send) {
  const drawn = await render(`${origin}${path}`, 'nonce', by, { publicUrl: origin });
  const main = /<main[\s\S]*<\/main>/.exec(drawn.app)?.[0] ?? '';
  return { ...drawn, all: drawn.head + drawn.app + drawn.state, app: main.replaceAll('<!-- -->', '') };
}

function structured(html: string): Array<Record<string, unknown>> {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g);
  return [...scripts].map(([, json = '']) => JSON.parse(json));
}

describe('a list from the server', () => {
  it.each(newsCategories)(
    '$name: has its cards, feed, breadcrumb and next page without any script',
    async (category) => {
      const { status, head, app, all, location } = await draw(category.path);
      expect([status, location]).toEqual([200, null]);
      expect(app).toContain(`<h1>${category.name}</h1>`);
      expect(app.match(/<h2/g)).toHaveLength(9);
      expect(app).toContain(`href="${category.path}?page=2"`);
      expect(head + app).toContain(`href="${category.path}/feed.xml"`);
      expect(head).toContain(`rel="next" href="${origin}${category.path}?page=2"`);
      expect(head).not.toContain('rel="prev"');
      expect(head).toContain(`rel="canonical" href="${origin}${category.path}"`);
      expect(structured(all)).toContainEqual(
        expect.objectContaining({ '@type': 'BreadcrumbList', itemListElement: [expect.anything(), expect.anything()] }),
      );
    },
  );

  it('sends no article along', async () => {
    const { app, state } = await draw('/blogs');
    expect(app + state).not.toContain('The company’s mail said');
  });

  it('has other posts on its second page, which counts for itself', async () => {
    const { status, head, app } = await draw('/blogs?page=2');
    expect(status).toBe(200);
    expect(app.match(/<h2/g)).toHaveLength(4);
    expect(head).toContain(`rel="prev" href="${origin}/blogs"`);
    expect(head).not.toContain('rel="next"');
    expect(head).toContain(`rel="canonical" href="${origin}/blogs?page=2"`);
    expect(head).toContain('<title>Blogs, page 2 | ');
  });

  it('is not found beyond its last page', async () => {
    const { status, app } = await draw('/blogs?page=99');
    expect(status).toBe(404);
    expect(app).toContain('Page not found.');
  });

  it('says that it cannot be shown where the news site is away, and that it can be asked for again', async () => {
    const { status, app } = await draw('/marine-insights', away);
    expect(app).toContain('Unable to show Marine insights currently.');
    expect(status).toBe(503);
  });
});

describe('a post from the server', () => {
  it('has its article, author, long date and head without any script', async () => {
    const { status, head, app } = await draw('/blogs/the-quiet-cabin-2103');
    expect(status).toBe(200);
    expect(app).toMatch(/<h1>The quiet cabin/);
    expect(app).toMatch(/\d min read/);
    expect(app).toMatch(/day, \d+ May 2026/);
    expect(head).toContain(`rel="canonical" href="${origin}/blogs/the-quiet-cabin-2103"`);
    expect(head).toMatch(/property="og:image" content="https:\/\/academy.example\/media\//);
  });

  it.each([
    ['/blogs/the-quiet-cabin-2103', 'BlogPosting'],
    ['/marine-insights/s-100-ecdis-is-here-2301', 'Article'],
  ])('%s is a %s to search engines', async (path, type) => {
    expect(structured((await draw(path)).all)).toContainEqual(
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': type,
        headline: expect.any(String),
        url: origin + path,
        image: expect.stringMatching(/^https:/),
        datePublished: expect.stringMatching(/^2026-.*Z$/),
        author: { '@type': 'Person', name: expect.any(String) },
        publisher: expect.objectContaining({ '@type': 'EducationalOrganization' }),
      }),
    );
  });

  it('is an Event to search engines where it tells when and where', async () => {
    const { app, all } = await draw('/events/open-campus-saturday-2201');
    expect(structured(all)).toContainEqual(
      expect.objectContaining({
        '@type': 'Event',
        name: 'Open campus Saturday: pool, fire ground & engine',
        startDate: '2026-06-11',
        endDate: '2026-06-11',
        location: expect.objectContaining({ '@type': 'Place', name: expect.any(String) }),
      }),
    );
    expect(app).toContain('11 Jun 2026');
  });

  it.each([
    ['/blogs/an-older-name-2103', '/blogs/the-quiet-cabin-2103'],
    ['/blogs/2103', '/blogs/the-quiet-cabin-2103'],
    ['/blogs/open-campus-saturday-2201', '/events/open-campus-saturday-2201'],
  ])('%s leads for good to %s', async (path, canonical) => {
    const { status, location } = await draw(path);
    expect(status).toBe(301);
    expect(new URL(location ?? '', origin).href).toBe(origin + canonical);
  });

  it.each(['/blogs/nothing-999', '/blogs/no-number', '/events/x-99999999999'])('%s is not found', async (path) => {
    const { status, app } = await draw(path);
    expect(status).toBe(404);
    expect(app).toContain('Page not found.');
  });

  it('fails, and is not lost, while the news site is away', async () => {
    const { status, app } = await draw('/blogs/the-quiet-cabin-2103', away);
    expect(status).toBe(503);
    expect(app).not.toContain('Page not found.');
  });

  it('is drawn also where author and picture are lost', async () => {
    clock.advance(1000);
    const [authorless, pictureless] = [await draw('/blogs/2110'), await draw('/events/2212')];
    const pages = await Promise.all([authorless, pictureless].map(({ location }) => draw(location ?? '')));
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.app).toContain('Unknown Author');
  });
});

describe('Home from the server', () => {
  it('has four blog posts and three events, by their titles alone', async () => {
    const { status, app, state } = await draw('/');
    expect(status).toBe(200);
    const links = (kind: string) => new Set(app.match(new RegExp(`href="/${kind}/[^"]*-\\d+"`, 'g')));
    expect([links('blogs').size, links('events').size]).toEqual([4, 3]);
    expect(state).not.toContain('The company’s mail said');
    expect(state).not.toContain('Eleven documents');
  });

  it('has every other part in its HTML, and nothing of the film', async () => {
    const { app } = await draw('/');
    for (const id of ['new-course', 'explore', 'about', 'offshore']) expect(app).toContain(`id="${id}"`);
    expect(app).not.toContain('<video');
  });

  it('keeps its room for news that did not come', async () => {
    const { status, app } = await draw('/', away);
    expect(status).toBe(200);
    expect(app).toContain('Loading blogs');
  });
});
