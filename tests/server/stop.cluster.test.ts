import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/db/connection/client.ts';
import { freePort } from '../../server/db/embedded/port.ts';
import { isRunning, readPostmaster } from '../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../server/db/embedded/start-embedded.ts';
import { systemClock } from '../../server/http/clock.ts';
import { ServerProcess } from '../faults/kills/server-process.ts';
import { root } from '../repository/source-files.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { siteHeaders } from '../support/server.ts';
import { createStudent, signIn } from '../support/student.ts';
import { contactForm } from './http/form-samples.ts';
import { documentUpload } from './http/upload-samples.ts';

type Begun = { finish(): Promise<{ status: number | undefined; body: string; connection: string | undefined }> };

/** Sends the headers and the first bytes of a request. Resolves once the server has read the headers. */
async function begin(
  address: string,
  sent: { url: string; headers: Record<string, string>; body: Buffer },
): Promise<Begun> {
  const headers = { ...siteHeaders, ...sent.headers, 'content-length': String(sent.body.length) };
  const call = request(`${address}${sent.url}`, { method: 'POST', headers: { ...headers, expect: '100-continue' } });
  call.on('error', () => {});
  onTestFinished(() => void call.destroy());
  const responded = once(call, 'response') as Promise<[IncomingMessage]>;
  responded.catch(() => {});
  call.flushHeaders();
  await once(call, 'continue');
  const half = Math.floor(sent.body.length / 2);
  call.write(sent.body.subarray(0, half));
  return {
    async finish() {
      call.end(sent.body.subarray(half));
      const [response] = await responded;
      return {
        status: response.statusCode,
        body: await text(response),
        connection: response.headers.connection,
      };
    },
  };
}

const contactCall = {
  url: '/api/submissions/contact/add',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ formData: contactForm })),
};

/** A student's session in the database of a running server. */
async function signInStudent(dataDir: string): Promise<{ cookie: string }> {
  const { url } = await startEmbedded({ dataDir, mayShare: true });
  const db = openDatabase(url, { max: 1 });
  try {
    return await signIn(
      { db, clock: systemClock },
      await createStudent(db, { indos_number: null, passport_number: null }),
    );
  } finally {
    await db.destroy();
  }
}

async function startServer(variables: Record<string, string> = {}) {
  const dataDir = await createDataFolder();
  const server = await ServerProcess.create({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...variables });
  await server.start();
  const clusterDir = join(dataDir, 'postgres');
  const postgresPid = (await readPostmaster(clusterDir))?.pid ?? 0;
  expect(isRunning(postgresPid)).toBe(true);
  return { server, dataDir, postgresPid };
}

async function expectRefused(server: ServerProcess): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`${server.address}/api/health`).then(
          () => 'connected',
          (error: Error) => String((error.cause as { code?: string } | undefined)?.code),
        ),
      { timeout: 20_000 },
    )
    .toBe('ECONNREFUSED');
}

test('on SIGTERM the server refuses new connections, finishes running requests and an upload, and then stops its PostgreSQL', async () => {
  const { server, dataDir, postgresPid } = await startServer();
  const student = await signInStudent(dataDir);
  const upload = documentUpload();
  const calls = await Promise.all([
    ...Array.from({ length: 5 }, () => begin(server.address, contactCall)),
    begin(server.address, { ...upload, headers: { ...upload.headers, ...student } }),
  ]);
  const unused = connect(Number(new URL(server.address).port), '127.0.0.1');
  await once(unused, 'connect');
  const unusedClosed = once(unused, 'close');
  server.signal('SIGTERM');
  await expectRefused(server);
  // Browsers open connections in advance. The server does not wait for such a connection.
  await unusedClosed;
  const finished = await Promise.all(calls.map((call) => call.finish()));
  expect(finished.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(finished.map(({ connection }) => connection))).toEqual(new Set(['close']));
  expect(await server.ended()).toBe(0);
  await expect.poll(() => isRunning(postgresPid)).toBe(false);
  expect(server.printed).not.toMatch(/destroyed|Error/);
});

test('on SIGHUP, which a closed terminal sends, the server and its PostgreSQL stop', async () => {
  const { server, postgresPid } = await startServer();
  server.signal('SIGHUP');
  expect(await server.ended()).toBe(0);
  await expect.poll(() => isRunning(postgresPid)).toBe(false);
});

/** Starts the server, and returns as soon as it has started its PostgreSQL, which may not accept connections yet. */
async function beginStart(dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const startedPid = async () => (await readPostmaster(join(dataDir, 'postgres')))?.pid ?? 0;
  await expect.poll(startedPid, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);
  return { child, ended, postgresPid: await startedPid(), readPrinted: () => printed };
}

test('a SIGTERM that arrives while the server starts its PostgreSQL stops that PostgreSQL too', async () => {
  const { child, ended, postgresPid } = await beginStart(await createDataFolder());
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect.poll(() => isRunning(postgresPid)).toBe(false);
});

test('a second SIGTERM ends the server at once although its PostgreSQL still recovers, and stops this PostgreSQL', async () => {
  const dataDir = await createDataFolder();
  await (await startEmbedded({ dataDir })).stop();
  // With these settings, PostgreSQL recovers for ever.
  await writeFile(join(dataDir, 'postgres', 'standby.signal'), '', { mode: 0o666 });
  await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'hot_standby = off\n');
  const { child, ended, postgresPid, readPrinted } = await beginStart(dataDir);
  child.kill('SIGTERM');
  await expect.poll(readPrinted, { timeout: 20_000 }).toContain('stopping');
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  await expect.poll(() => isRunning(postgresPid), { timeout: 20_000 }).toBe(false);
});

test('a second SIGTERM ends the server at once although a request is still running, and stops its PostgreSQL', async () => {
  const { server, postgresPid } = await startServer();
  await begin(server.address, contactCall);
  server.signal('SIGTERM');
  await expectRefused(server);
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(1);
  await expect.poll(() => isRunning(postgresPid), { timeout: 20_000 }).toBe(false);
});

test('SHUTDOWN_TIMEOUT limits how long a stopping server waits for requests, and the log says how many requests were cut off', async () => {
  const { server, dataDir, postgresPid } = await startServer({ SHUTDOWN_TIMEOUT: '0.2' });
  const student = await signInStudent(dataDir);
  const upload = documentUpload();
  await begin(server.address, { ...upload, headers: { ...upload.headers, ...student } });
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
  await expect.poll(() => isRunning(postgresPid)).toBe(false);
  expect(server.printed).toContain('"requests":1');
  expect(server.printed).not.toContain('destroyed');
});
