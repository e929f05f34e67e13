import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createStudent, signIn, siteHeaders, startTestApp } from '../../support/server.ts';

const app = await startTestApp({ bodyTimeouts: { idleMs: 200, totalMs: 600 }, env: { RATE_TELEMETRY: '100000' } });
await app.server.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.server.address() as AddressInfo;

/** Sends the head of a request and no body. `received` resolves when the server closes the connection. */
async function openRequest(line: string, headers: Record<string, string>) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // If the server resets the connection, only what was read before is available.
  socket.on('error', () => undefined);
  const received = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await once(socket, 'connect');
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...siteHeaders, ...headers }).map(([k, v]) => `${k}: ${v}`);
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return { socket, received };
}

const json = { 'content-type': 'application/json', 'content-length': '1000' };
const report = 'POST /api/collect/user/activity/page';

/** Sends a byte every 20 ms until the connection is closed. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('error', () => undefined).on('close', () => clearInterval(timer));
}

it.each<[string, Record<string, string>, string]>([
  ['of a stated length', json, '{'],
  ['of unknown length', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, '1\r\n{\r\n'],
])('a connection whose request body stops arriving gets 408 and is closed (a body %s)', async (_, headers, begun) => {
  const { socket, received } = await openRequest(report, headers);
  socket.write(begun);
  expect(await received).toBe('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
});

it('a connection that sends its request body one byte at a time is closed after the total time limit', async () => {
  const { socket, received } = await openRequest(report, json);
  drip(socket);
  expect(await received).toMatch(/^HTTP\/1.1 408 |^$/);
});

it('a connection is closed if it slowly sends a request body to a route that does not read bodies', async () => {
  const { socket, received } = await openRequest('GET /api/health', { 'content-length': '1000' });
  drip(socket);
  const text = await received;
  expect(text).toMatch(/^HTTP\/1.1 (200|408) |^$/);
  expect(text.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
});

it('handling a request whose body has arrived may take longer than the time limit for receiving a body', async () => {
  const student = await createStudent(app.db);
  const headers = { ...siteHeaders, ...(await signIn(app, student)), 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/api/users/student/${student.id}`;
  let response: Promise<Response> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('students').select('id').where('id', '=', student.id).forUpdate().execute();
    response = fetch(url, { method: 'PUT', body: JSON.stringify({ city: 'Kochi' }), headers });
    const { received } = await openRequest(report, json);
    await received;
  });
  expect((await response)?.status).toBe(200);
});

it('a hundred connections that stall in their request bodies are closed and do not keep other callers from getting responses', async () => {
  const stalled = await Promise.all(Array.from({ length: 100 }, () => openRequest(report, json)));
  const body = JSON.stringify({ user_id: null, page_url: '/', action: 'enter' });
  const headers = { ...siteHeaders, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/api/collect/user/activity/page`, {
    ...{ method: 'POST', body, headers },
  });
  expect(response.status).toBe(200);
  for (const { received } of stalled) await received;
});

it('the body of a file upload may pause for longer than the body of other requests', async () => {
  const student = await createStudent(app.db);
  const { cookie = '' } = await signIn(app, student);
  const type = 'multipart/form-data; boundary=b';
  const body = '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nno pdf\r\n--b--\r\n';
  const upload = await openRequest('POST /api/aws/file/aws-upload', {
    ...{ cookie, 'content-type': type, 'content-length': String(body.length), connection: 'close' },
  });
  const other = await openRequest(report, json);
  await other.received;
  upload.socket.write(body);
  expect(await upload.received).toMatch(/^HTTP\/1.1 415 /);
});
