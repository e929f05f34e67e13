import { request } from 'node:http';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../../../server/env.ts';
import { buildSite } from '../../../server/site.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

// The first request takes long, because Vite bundles the dependencies of the page.
vi.setConfig({ testTimeout: 60_000 });
const { db } = await createTestDatabase();
const env = readEnv({ LANDFALL_ENV: 'test', LANDFALL_DEV: '1', LOG_LEVEL: 'silent' });
const site = await buildSite({ env, db, clock: fakeClock() });
const origin = await site.server.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => site.server.close());

const get = async (path: string, accept = '*/*') => {
  const response = await fetch(origin + path, { headers: { accept } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const open = (path: string) => get(path, 'text/html');

/** Opens Vite's hot-reload WebSocket and returns the status of the handshake. */
function openSocket(token: string): Promise<number> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'aGVsbG8gZnJvbSB0ZXN0cw==',
    'sec-websocket-protocol': 'vite-hmr',
    origin,
  };
  return new Promise((resolve, reject) => {
    const handshake = request(`${origin}/?token=${token}`, { headers });
    handshake.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    handshake.on('response', ({ statusCode = 0 }) => resolve(statusCode));
    handshake.on('error', reject);
    handshake.end();
  });
}

describe('the development server', () => {
  it('the development server serves source files and public files without a build', async () => {
    const scheme = await get('/color-scheme.js');
    expect([scheme.status, scheme.type]).toEqual([200, 'application/javascript; charset=utf-8']);
    for (const path of ['/icons/favicon.svg', '/manifest.webmanifest', '/robots.txt'])
      expect((await get(path)).status).toBe(200);
    const source = await get('/src/app/router.ts');
    expect([source.status, source.type]).toEqual([200, 'text/javascript']);
    expect((await get('/nowhere.png')).status).toBe(404);
  });

  it('the development server renders public pages and sends an empty shell for other pages, both with hot reload', async () => {
    const [page, shell] = [await open('/courses-list'), await open('/login')];
    expect(page.text).toMatch(/<div id="root">.*<h1[^>]*>All courses<\/h1>/s);
    expect(page.text).not.toContain('id="waiting"');
    expect(shell.text).toContain('<div id="root"><!--app--></div>');
    expect(shell.text).toContain('id="waiting"');
    for (const { text } of [page, shell]) expect(text).toContain('src="/@vite/client"');
    expect((await open('/nowhere')).status).toBe(404);
  });

  it('the HTML of a page that is sent as an empty shell has the title of the page and noindex for search engines', async () => {
    for (const [path, title] of [
      ['/course-booking', 'Book Online'],
      ['/profile', 'Profile'],
      ['/save-for-the-voyage', 'Save for the voyage'],
      ['/course-booking/receipt/LF-1', 'Receipt LF-1'],
    ] as const) {
      const { text } = await open(path);
      expect(text).toContain(`<title data-shell>${title}</title><meta data-shell name="robots" content="noindex">`);
    }
    expect((await open('/courses-compare')).text).toMatch(/<meta name="robots" content="noindex"/);
  });

  it('the development server accepts the hot-reload WebSocket on its own port', async () => {
    const { text } = await get('/@vite/client');
    const token = /const wsToken = "([^"]+)"/.exec(text)?.[1] ?? '';
    expect(await openSocket(token)).toBe(101);
  });

  it('the development server sends a service worker that unregisters itself', async () => {
    const worker = await get('/sw.js');
    expect([worker.status, worker.type]).toEqual([200, 'text/javascript']);
    expect(worker.text).toContain('registration.unregister()');
  });
});
