import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { isShellPage } from '../../contract/pages.ts';
import { withoutSkeleton } from './document.ts';
import type { RenderPage, RenderShell } from './html.routes.ts';

/**
 * In development, this service worker replaces the service worker of a built site and then unregisters itself.
 * Otherwise the browser would keep showing the built site that was served on the same port before.
 */
const unregisterWorker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(unregister()));
async function unregister() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await self.registration.unregister();
  for (const page of pages) await page.navigate(page.url);
}`;

/** Serves the pages in development: in this process, Vite renders them from the source files, with hot reload. */
export async function devPages(app: FastifyInstance, send: typeof fetch): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' });
  // Close Vite with the server, because Vite's open sockets would keep the server from closing.
  app.addHook('preClose', () => vite.close());
  app.get(
    '/*',
    { config: { plain: { policy: 'public', rate: 'read', idempotency: 'safe' } } },
    async (request, reply) => {
      const url = new URL(request.url, `${request.protocol}://${request.host}`);
      if (url.pathname === '/sw.js' || url.pathname === '/staff-sw.js')
        return reply.type('text/javascript').header('cache-control', 'no-store').send(unregisterWorker);
      const isPage = request.headers.accept?.includes('text/html') && !/\.[a-z]+$/.test(url.pathname);
      if (!isPage) {
        reply.hijack();
        vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
        return reply;
      }
      // Send no Content-Security-Policy: it would forbid the inline scripts and the web socket that Vite's client
      // needs.
      reply.type('text/html; charset=utf-8').removeHeader('content-security-policy');
      const source = /^\/staff(\/|$)/.test(url.pathname) ? 'src/staff/staff.html' : 'src/shell.html';
      const shell = await vite.transformIndexHtml(`/${source}`, await readFile(source, 'utf8'), request.url);
      if (source === 'src/staff/staff.html') return shell;
      const entry = await vite.ssrLoadModule('/src/app/entry-server.tsx');
      const { render, renderShell } = entry as { render: RenderPage; renderShell: RenderShell };
      if (isShellPage(url.pathname)) {
        const { head, shortName } = await renderShell(url.href, send);
        return shell.replace('<!--head-->', () => head).replace('<!--brand-->', () => shortName);
      }
      const page = await render(url.href, '', send);
      if (page.location) return reply.redirect(page.location, page.status);
      reply.code(page.status);
      return withoutSkeleton(shell)
        .replace('<!--head-->', () => page.head)
        .replace('<!--app-->', () => page.app)
        .replace('<!--state-->', () => page.state);
    },
  );
}
