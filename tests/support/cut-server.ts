import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import { apiVersion, markerHeader } from '../../contract/headers.ts';
import { listenLocally } from './local-http.ts';

type Served = { type: string; body: string | Buffer };

/**
 * A server that can cut connections in the middle of a response body. `cuts`: for each path, how many of the next
 * responses to cut. `state.isSilent`: instead of cutting a connection, the server stops sending and leaves it open.
 * `asked`: the paths of all requests so far. `send`: a `fetch` that also accepts a path on this server.
 */
export async function startCutServer(files: Record<string, Served>) {
  const asked: string[] = [];
  const cuts = new Map<string, number>();
  const state = { isSilent: false };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    const file = files[path];
    if (!file) return response.writeHead(404, { [markerHeader]: apiVersion }).end();
    const body = Buffer.from(file.body);
    const left = cuts.get(path) ?? 0;
    const headers = { [markerHeader]: apiVersion, 'content-type': file.type, 'content-length': body.length };
    response.writeHead(200, headers);
    if (left === 0) return response.end(body);
    cuts.set(path, left - 1);
    return response.write(body.subarray(0, body.length / 2), () => {
      if (!state.isSilent) response.destroy();
    });
  });
  const origin = await listenLocally(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const send: typeof fetch = (address, init) => fetch(new URL(String(address), origin), init);
  return { asked, cuts, state, origin, send };
}
