import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export type StaticCopy = { port: number; close: () => Promise<void> };

/** Home as a page without scripts, beside the site's own pictures and fonts: the yardstick of what the line allows. */
export async function openStaticCopy(site: { origin: string; port: number }): Promise<StaticCopy> {
  const html = await (await fetch(site.origin)).text();
  const bare = html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|stylesheet|manifest)"[^>]*>/g, '');
  const page = brotliCompressSync(bare);
  const server = createServer((asked, answer) => {
    if (asked.url === '/') {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(page);
      return;
    }
    const passed = request({ port: site.port, path: asked.url, headers: asked.headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    passed.end();
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
