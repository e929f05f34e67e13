import { once } from 'node:events';
import { connect } from 'node:net';
import { multipartType } from './multipart.ts';
import { siteHeaders } from './server.ts';

/**
 * Sends the first part of an upload request, then closes the connection. `at`: the share of the request's bytes to send
 * (headers and body), from 0 to 1.
 */
export async function cutUpload(
  port: number,
  { url, cookie, body, at }: { url: string; cookie: string; body: Buffer; at: number },
): Promise<void> {
  const headers = Object.entries({ ...siteHeaders, cookie, 'content-type': multipartType, host: 'localhost' });
  const lines = [...headers, ['content-length', body.length]].map(([name, text]) => `${name}: ${text}\r\n`).join('');
  const whole = Buffer.concat([Buffer.from(`POST ${url} HTTP/1.1\r\n${lines}\r\n`), body]);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  socket.write(whole.subarray(0, Math.ceil(at * whole.length)), () => socket.destroy());
  await closed;
}
