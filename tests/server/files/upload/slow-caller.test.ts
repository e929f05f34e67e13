import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { readBody, UploadAborted } from '../../../../server/files/upload/read-body.ts';
import { minute, second } from '../../../support/clock.ts';

const received: IncomingMessage[] = [];
const server = createServer((request) => void received.push(request));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

// Only the timeouts of the upload are faked; the sockets are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Begins an upload and waits until the server has read its first byte. */
async function openUpload() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nx');
  await once(server, 'request');
  const request = received.pop();
  if (!request) throw new Error('no request came');
  const body = readBody(request);
  await body.next();
  return { socket, request, body };
}

it('an upload is aborted when no byte has arrived for 30 seconds', async () => {
  const { socket, request, body } = await openUpload();
  const closed = once(socket, 'close');
  const next = body.next();
  vi.advanceTimersByTime(30 * second - 1);
  expect(request.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(next).rejects.toThrow(UploadAborted);
  await closed;
});

it('an upload that sends a byte every 20 seconds is aborted after half an hour', async () => {
  const { socket, request, body } = await openUpload();
  for (let passed = 20 * second; passed < 30 * minute; passed += 20 * second) {
    vi.advanceTimersByTime(20 * second);
    socket.write('x');
    expect((await body.next()).done).toBe(false);
  }
  const next = body.next();
  vi.advanceTimersByTime(20 * second - 1);
  expect(request.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(next).rejects.toThrow(UploadAborted);
});
