/**
 * The product API on a real database, called without a network:
 *
 *     const app = await startTestApp({ env: { RATE_SIGN_IN: '3' } });
 *     const student = await createStudent(app.db);
 *     const { status, body } = await app.call('GET', '/api/cart', { headers: await signIn(app, student) });
 *
 * Call `startTestApp` at the top of a test file or of a `describe`, like `createTestDatabase`.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, expect } from 'vitest';
import { clientHeader, clientName } from '../../contract/headers.ts';
import { type App, buildApp } from '../../server/app.ts';
import type { Database } from '../../server/db/schema.ts';
import { readEnv } from '../../server/env.ts';
import type { BodyTimeouts } from '../../server/http/body-timeouts.ts';
import type { RouteTable } from '../../server/http/mount/route-table.ts';
import type { Pause } from '../../server/http/rates/delays.ts';
import type { Ports } from '../../server/providers/ports.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { createTestDatabase } from './database.ts';
import { vapid } from './push-service.ts';

export { createStudent, type NewStudent, signIn, type TestStudent } from './student.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * Options of a call to the test app. `headers`: a header with the value '' is not sent. `address`: the caller's IP
 * address, by default 127.0.0.1.
 */
type CallOptions = { body?: object; headers?: Record<string, string>; address?: string };

export type Answered = {
  status: number;
  /** The parsed JSON body; null when the body is not JSON. */
  body: unknown;
  text: string;
  headers: Record<string, unknown>;
  /** The cookies that the response sets, by name; the value of a cleared cookie is ''. */
  cookies: Record<string, string>;
  /** The cookies that the response sets, as the Cookie header of the next call. */
  cookie: string;
};

/** A parsed line of the server's log. */
type LogLine = Record<string, unknown>;

export type TestApp = {
  server: FastifyInstance;
  routes: RouteTable;
  db: Kysely<Database>;
  clock: FakeClock;
  /** The folder of uploaded files. */
  dataDir: string;
  sweepFiles: App['sweepFiles'];
  metrics: App['metrics'];
  flushLogs: App['flushLogs'];
  /**
   * The lines that the server has logged, parsed. Tests that read them must set the environment variable `LOG_LEVEL`.
   */
  logged: LogLine[];
  call(method: Method, url: string, options?: CallOptions): Promise<Answered>;
};

/** Environment variables of a test app. The rate limits are so high that only tests of the rate limits reach them. */
const testEnv = {
  ...{ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' },
  ...{ VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey },
  ...{ RATE_WRITE: '100000', RATE_READ: '100000', DAILY_UPLOAD_MB: '100000', HOLDS_PER_ADDRESS: '100' },
};

/** Headers that the site's own browser code sends with every API call. */
export const siteHeaders = { [clientHeader]: clientName, 'sec-fetch-site': 'same-origin' } as const;

function callerOf(server: FastifyInstance): TestApp['call'] {
  return async (method, url, { body, headers = {}, address = '127.0.0.1' } = {}) => {
    const sent = Object.entries<string>({ ...siteHeaders, ...headers }).filter(([, text]) => text !== '');
    const answer = await server.inject({
      method,
      url,
      headers: Object.fromEntries(sent),
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    return {
      status: answer.statusCode,
      body: isJson ? JSON.parse(answer.body) : null,
      text: answer.body,
      headers: answer.headers,
      cookies,
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    };
  };
}

/**
 * Builds the app on a fresh database, with a clock that tests advance. `env`: environment variables that differ from
 * the defaults. `ports`: fakes that replace external services.
 */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    clock?: FakeClock;
    ports?: Partial<Ports>;
    bodyTimeouts?: BodyTimeouts;
    pause?: Pause;
  } = {},
): Promise<TestApp> {
  const { db } = await createTestDatabase();
  const clock = options.clock ?? fakeClock();
  // The data folder does not exist until the first upload creates it.
  const dataDir = join(tmpdir(), `landfall-test-${process.pid}-${randomUUID()}`);
  const env = readEnv({ DATA_DIR: dataDir, ...testEnv, ...options.env });
  const undeclaredRefusals = new Set<string>();
  const logged: LogLine[] = [];
  const { server, routes, sweepFiles, metrics, flushLogs } = await buildApp({
    env,
    db,
    clock,
    release: 'test',
    ports: options.ports,
    pause: options.pause,
    logStream: { write: (line) => logged.push(JSON.parse(line) as LogLine) },
    bodyTimeouts: options.bodyTimeouts,
    onUndeclaredRefusal: (fault) => undeclaredRefusals.add(fault),
  });
  await server.ready();
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
    expect([...undeclaredRefusals], 'every refusal is declared by its endpoint').toEqual([]);
  });
  const call = callerOf(server);
  const parts = { sweepFiles, metrics, flushLogs };
  return { server, routes, db, clock, dataDir: env.DATA_DIR, ...parts, logged, call };
}
