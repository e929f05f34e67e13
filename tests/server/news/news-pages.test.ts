import { describe, expect, it } from 'vitest';
import { getHeader } from '../../../contract/content.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { render } from '../../../src/app/entry-server.tsx';
import { settled } from '../../machines/settled.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const origin = 'https://academy.example';
/**
 * For how many turns of the event loop the test waits: more than a page needs after a response to send its next call.
 */
const enoughTurns = 20;
const { server, clock } = await startAcademyApp({ env: { PUBLIC_URL: origin } });

/** Sends the API calls of a page to the server, which has the academy’s own posts. */
const send: typeof fetch = async (input) => {
  const response = await server.inject({ method: 'GET', url: String(input) });
  return new Response(response.body, {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  });
};
const sendWithoutNews: typeof fetch = async (input, init) =>
  String(input).startsWith('/wp-json') ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : send(input, init);
/**
 * Creates a `fetch` for one page that responds to the call for the header, which has the academy's name, after all
 * others.
 */
function sendHeaderLast(): typeof fetch {
  const others: Promise<Response>[] = [];
  return async (input, init) => {
    const isHeader = String(input).includes(getHeader.url);
    // A response can lead to further calls, so wait until no new one has been sent for a while.
    for (let seen = -1; isHeader && seen < others.length; await settled(enoughTurns)) {
      seen = others.length;
      await Promise.all(others);
    }
    const response = send(input, init);
    if (!isHeader) others.push(response);
    return response;
  };
}

/** Renders a page on the server. `app` is the content of its `<main>`. */
async function renderPage(path: string, sendCall = send) {
  const rendered = await render(`${origin}${path}`, 'nonce', sendCall, { publicUrl: origin });
  const main = /<main[\s\S]*<\/main>/.exec(rendered.app)?.[0] ?? '';
  return { ...rendered, all: rendered.head + rendered.app + rendered.state, app: main.replaceAll('<!-- -->', '') };
}

function structured(html: string): Array<Record<string, unknown>> {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g);
  return [...scripts].map(([, json = '']) => JSON.parse(json));
}

describe('server-rendered lists', () => {
  it.each(newsCategories)(
    'the server-rendered list of the news category $name has post cards, a breadcrumb, and links to its feed and next page',
    async (category) => {
      const { status, head, app, all, location } = await renderPage(category.path);
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

  it('the server-rendered news list does not contain the full texts of articles', async () => {
    const { app, state } = await renderPage('/blogs');
    expect(app + state).not.toContain('The company’s mail said');
  });

  it('the second page of a news list has its own posts, page title and canonical link', async () => {
    const { status, head, app } = await renderPage('/blogs?page=2');
    expect(status).toBe(200);
    expect(app.match(/<h2/g)).toHaveLength(4);
    expect(head).toContain(`rel="prev" href="${origin}/blogs"`);
    expect(head).not.toContain('rel="next"');
    expect(head).toContain(`rel="canonical" href="${origin}/blogs?page=2"`);
    expect(head).toContain('<title>Blogs, page 2 | ');
  });

  it('a news list returns 404 for a page number after its last page', async () => {
    const { status, app } = await renderPage('/blogs?page=99');
    expect(status).toBe(404);
    expect(app).toContain('Page not found.');
  });

  it('a news list returns 503 with a notice while the news site is unavailable', async () => {
    const { status, app } = await renderPage('/marine-insights', sendWithoutNews);
    expect(app).toContain('Unable to show Marine insights currently.');
    expect(status).toBe(503);
  });
});

describe('server-rendered posts', () => {
  it('the server-rendered page of a post contains the article, the date, the canonical link and the image', async () => {
    const { status, head, app } = await renderPage('/blogs/the-quiet-cabin-2103');
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
  ])('the structured data of the post %s has the type %s', async (path, type) => {
    expect(structured((await renderPage(path)).all)).toContainEqual(
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

  it('the server-rendered news pages contain the academy’s name even if the data of the site header arrives last', async () => {
    const [post, list] = [
      await renderPage('/blogs/the-quiet-cabin-2103', sendHeaderLast()),
      await renderPage('/blogs', sendHeaderLast()),
    ];
    const article = structured(post.all).find((one) => one['@type'] === 'BlogPosting');
    expect(article?.publisher).toMatchObject({ name: expect.stringMatching(/./) });
    expect(list.head).toMatch(/type="application\/rss\+xml"[^>]*title="[^":]+: Blogs"/);
  });

  it('the structured data of an event post has the times and the place of the event', async () => {
    const { app, all } = await renderPage('/events/open-campus-saturday-2201');
    expect(structured(all)).toContainEqual(
      expect.objectContaining({
        '@type': 'Event',
        name: 'Open campus Saturday: pool, fire ground & engine',
        startDate: '2026-06-11T09:00:00+05:30',
        endDate: '2026-06-11T13:00:00+05:30',
        location: expect.objectContaining({ '@type': 'Place', name: expect.any(String) }),
      }),
    );
    expect(app).toContain('11 Jun 2026, 09:00 – 13:00');
  });

  it.each([
    ['/blogs/an-older-name-2103', '/blogs/the-quiet-cabin-2103'],
    ['/blogs/2103', '/blogs/the-quiet-cabin-2103'],
    ['/blogs/open-campus-saturday-2201', '/events/open-campus-saturday-2201'],
  ])('the post URL %s redirects permanently to %s', async (path, canonical) => {
    const { status, location } = await renderPage(path);
    expect(status).toBe(301);
    expect(new URL(location ?? '', origin).href).toBe(origin + canonical);
  });

  it.each(['/blogs/nothing-999', '/blogs/no-number', '/events/x-99999999999'])(
    'the unknown post URL %s returns 404',
    async (path) => {
      const { status, app } = await renderPage(path);
      expect(status).toBe(404);
      expect(app).toContain('Page not found.');
    },
  );

  it('the page of a post returns 503, not 404, while the news site is unavailable', async () => {
    const { status, app } = await renderPage('/blogs/the-quiet-cabin-2103', sendWithoutNews);
    expect(status).toBe(503);
    expect(app).not.toContain('Page not found.');
  });

  it('the page of a post is rendered even if the author or the picture of the post is missing', async () => {
    clock.advance(1000);
    const [authorless, pictureless] = [await renderPage('/blogs/2110'), await renderPage('/events/2212')];
    const pages = await Promise.all([authorless, pictureless].map(({ location }) => renderPage(location ?? '')));
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.app).toContain('Unknown Author');
  });
});

describe('the server-rendered home page', () => {
  it('the server-rendered home page has four blog posts and three events, without the full texts of articles', async () => {
    const { status, app, state } = await renderPage('/');
    expect(status).toBe(200);
    const links = (kind: string) => new Set(app.match(new RegExp(`href="/${kind}/[^"]*-\\d+"`, 'g')));
    expect([links('blogs').size, links('events').size]).toEqual([4, 3]);
    expect(state).not.toContain('The company’s mail said');
    expect(state).not.toContain('Eleven documents');
  });

  it('the server-rendered home page has the sections “new-course”, “explore”, “about” and “offshore”, and no video element', async () => {
    const { app } = await renderPage('/');
    for (const id of ['new-course', 'explore', 'about', 'offshore']) expect(app).toContain(`id="${id}"`);
    expect(app).not.toContain('<video');
  });

  it('the home page is rendered while the news site is unavailable', async () => {
    const { status, app } = await renderPage('/', sendWithoutNews);
    expect(status).toBe(200);
    expect(app).toContain('Loading blogs');
  });
});
