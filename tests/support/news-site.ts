import { createServer } from 'node:http';
import { listenLocally } from './local-http.ts';

/** A WordPress post that contains the text `payload` in every field in which WordPress may return any text. */
export function newsPost(id: number, payload: string): Record<string, unknown> {
  const rendered = (text: string) => ({ rendered: text, protected: false });
  return {
    id,
    date: '2026-03-01T10:00:00',
    date_gmt: '2026-03-01T04:30:00',
    modified_gmt: '2026-03-02T04:30:00',
    slug: payload,
    status: 'publish',
    type: 'post',
    link: payload,
    title: rendered(payload),
    content: rendered(`<p>Before</p>${payload}`),
    excerpt: rendered(`<p>${payload}</p>`),
    author: 3,
    featured_media: 9,
    categories: [1, 2, 3],
    tags: [4],
    meta: { event_start: '2026-04-01', event_end: '2026-04-02', event_place: payload },
    _embedded: {
      author: [{ id: 3, name: payload, slug: payload, avatar_urls: { 24: payload, 48: `https://${payload}` } }],
      'wp:featuredmedia': [{ id: 9, source_url: id % 2 ? payload : `https://x.invalid/${payload}`, alt_text: payload }],
      'wp:term': [
        [{ id: 1, name: payload, slug: payload, taxonomy: 'category' }],
        [{ id: 4, name: payload, slug: payload, taxonomy: 'post_tag' }],
      ],
    },
  };
}

export type NewsSite = { url: string; isAway: boolean; close: () => Promise<void> };

/**
 * Starts a local news site that responds like WordPress, or with errors while `isAway` is true. The site serves
 * `posts`.
 */
export async function startNewsSite(posts: ReadonlyArray<Record<string, unknown>>): Promise<NewsSite> {
  const site: NewsSite = { url: '', isAway: false, close: async () => {} };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const size = Number(searchParams.get('per_page') ?? 10);
    const page = Number(searchParams.get('page') ?? 1);
    const one = posts.find(({ id }) => pathname.endsWith(`/posts/${id}`));
    const counts = { 'x-wp-total': String(posts.length), 'x-wp-totalpages': String(Math.ceil(posts.length / size)) };
    response.writeHead(site.isAway ? 500 : 200, { 'content-type': 'application/json', ...counts });
    response.end(JSON.stringify(one ?? posts.slice((page - 1) * size, page * size)));
  });
  site.url = await listenLocally(server);
  site.close = async () => {
    server.closeAllConnections();
    await new Promise<void>((done) => server.close(() => done()));
  };
  return site;
}
