import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export type WordPressServer = {
  url: string;
  /** The URLs (path and query) of all requests that this server has received so far. */
  requests: string[];
  /** The function that responds to each request. A test can replace it. */
  respond: Respond;
};

/**
 * Returns a post in the format of WordPress's REST API, with fields that the product does not know and with unsafe
 * HTML. `more` replaces or adds fields.
 */
export function remotePost(id: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    date: '2026-03-01T10:00:00',
    date_gmt: '2026-03-01T04:30:00',
    guid: { rendered: `https://news.example.com/?p=${id}` },
    modified_gmt: '2026-03-02T04:30:00',
    slug: `post-${id}`,
    status: 'publish',
    type: 'post',
    link: `https://news.example.com/post-${id}/`,
    title: { rendered: 'Ships &#038; <em>people</em>' },
    content: {
      rendered: '<p onclick="x()">Hi</p><script>x()</script><iframe src="https://e.example"></iframe>',
      protected: false,
    },
    excerpt: { rendered: '<p>Short<img src=x onerror=x()></p>', protected: false },
    author: 3,
    featured_media: 9,
    categories: [1],
    tags: [4],
    meta: [],
    _links: { self: [] },
    ...more,
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Responds to a request with a list of two posts. The response headers say that the list has only one page. */
export const twoPosts: Respond = (_, response) =>
  sendJson(response, 200, [remotePost(2), remotePost(1)], { 'x-wp-total': '2', 'x-wp-totalpages': '1' });

/**
 * Starts a fake WordPress site on this computer. `atEnd` receives the function that closes it; by default, the site is
 * closed after the test.
 */
export async function startWordPress(
  respond: Respond = twoPosts,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<WordPressServer> {
  const site: WordPressServer = { url: '', requests: [], respond };
  const server = createServer((request, response) => {
    site.requests.push(request.url ?? '');
    site.respond(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise<void>((done) => server.close(() => done()));
  });
  return site;
}
