import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { CutOff, readBody } from '../../../server/files/read-body.ts';

const came: IncomingMessage[] = [];
const server = createServer((request) => void came.push(request));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

/** A request of which a first byte comes, and then no more. */
async function openRequest() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx');
  await once(server, 'request');
  const request = came.pop();
  if (!request) throw new Error('no request came');
  return { socket, request };
}

async function readAll(request: IncomingMessage, pace: { idleMs: number; longestMs: number }): Promise<number> {
  let bytes = 0;
  for await (const chunk of readBody(request, pace)) bytes += chunk.length;
  return bytes;
}

it('a caller who stands still is cut off', async () => {
  const { request, socket } = await openRequest();
  const closed = once(socket, 'close');
  await expect(readAll(request, { idleMs: 50, longestMs: 60_000 })).rejects.toThrow(CutOff);
  await closed;
});

it('a caller who sends a byte now and then is cut off in the end', async () => {
  const { request, socket } = await openRequest();
  const timer = setInterval(() => socket.write('x'), 20);
  await expect(readAll(request, { idleMs: 10_000, longestMs: 200 })).rejects.toThrow(CutOff);
  clearInterval(timer);
});
