import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export type StaticCopy = { port: number; close: () => Promise<void> };

/**
 * Serves a copy of Home without scripts, but with the site's pictures and fonts. The copy is the baseline: it shows how
 * fast a page can be painted over the satellite link.
 */
export async function openStaticCopy(site: { origin: string; port: number }): Promise<StaticCopy> {
  const html = await (await fetch(site.origin)).text();
  const bare = html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|stylesheet|manifest)"[^>]*>/g, '');
  const page = brotliCompressSync(bare);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(page);
      return;
    }
    const forwarded = request({ port: site.port, path: incoming.url, headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
