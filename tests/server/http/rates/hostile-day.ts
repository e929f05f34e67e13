import { randomBytes, randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { errorLengths } from '../../../../contract/telemetry.ts';
import { readEnv } from '../../../../server/env.ts';
import { createErrorLog } from '../../../../server/http/error-log.ts';
import { tooManyRequests } from '../../../../server/http/rates/rate-limits.ts';
import { createSecurityLog } from '../../../../server/http/security-log.ts';
import { day, fakeClock, minute } from '../../../support/clock.ts';
import type { TestApp } from '../../../support/server.ts';

const megabyte = 1024 * 1024;
const defaults = readEnv({});

/** Environment variables that raise every rate limit so far that tests never reach it. */
export const unlimited = Object.fromEntries(
  ['READ', 'WRITE', 'FORM', 'TELEMETRY', 'ORDER', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'].map((name) => [
    `RATE_${name}`,
    '1000000',
  ]),
);

/**
 * How many bytes of API calls the default rate limits accept from one IP address in a day. This is twice the daily
 * limit: the allowance is full at the start, and is refilled once in the course of the day.
 */
const allowance = 2 * defaults.RATE_WRITE * 128 * 1024;

/** Returns random text that can hardly be compressed, as an attacker would send it to fill the disk. */
export const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);

export type Sent = {
  method: 'POST' | 'PUT' | 'DELETE';
  url: string;
  body: object;
  headers?: Record<string, string>;
};
/**
 * How many bytes the rate limits count for a call in addition to its body: `keyed` for a call with an idempotency key,
 * `repeatable` for a call without one.
 */
const rowBytes = { keyed: 1024, repeatable: 256 };
export type Kind = keyof typeof rowBytes;

/**
 * Returns the size in bytes of all tables with their TOAST tables and indexes. Runs VACUUM first, so that the size does
 * not depend on autovacuum. Leaves out free space and visibility maps, which are tiny beside the tables of a real
 * academy, but not beside those of a test.
 */
async function measureDatabase({ db }: TestApp): Promise<number> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
  const { rows } = await sql<{ bytes: number }>`
    with tables as (select oid, reltoastrelid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace),
      parts as (select oid from tables union select reltoastrelid from tables where reltoastrelid <> 0)
    select (select sum(pg_relation_size(oid, 'main')) from parts)::bigint
      + (select sum(pg_relation_size(indexrelid, 'main')) from pg_index where indrelid in (select oid from parts))::bigint
      as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Makes the API calls one after another. Returns by how many bytes the database grew for each byte that the rate limits
 * counted. `expected`: the HTTP status of every call.
 */
export async function measureGrowth(app: TestApp, kind: Kind, calls: readonly Sent[], expected = 200): Promise<number> {
  let counted = 0;
  const before = await measureDatabase(app);
  for (const { method, url, body, headers = {} } of calls) {
    const key: Record<string, string> = kind === 'keyed' ? { 'idempotency-key': randomUUID() } : {};
    const { status, text } = await app.call(method, url, { body, headers: { ...headers, ...key } });
    expect(status, `${method} ${url}: ${text.slice(0, 200)}`).toBe(expected);
    counted += JSON.stringify(body).length + rowBytes[kind];
  }
  return ((await measureDatabase(app)) - before) / counted;
}

const plainWarnings = [
  ...(['request.foreignOrigin', 'object.foreign', 'webhook.forged', 'staff.forbidden'] as const),
  ...(['password.changeFailed', 'contact.verificationFailed'] as const),
];

/**
 * Returns how many bytes one IP address can cause in the security log in a day. In every minute, the address causes
 * more warnings of each kind than the log records, and exceeds the rate limits of twelve endpoints.
 */
function measureSecurityLog(): number {
  let bytes = 0;
  const clock = fakeClock();
  const write = (line: string) => {
    bytes += line.length;
  };
  const { log } = fastify({ logger: { stream: { write } } });
  const security = createSecurityLog(log, { clock, secret: 'x', level: 'warn' });
  const requestOf = (name: string) => {
    const routeOptions = { config: { endpoint: { name } } };
    return { ip: '203.0.113.1', id: randomUUID(), routeOptions } as unknown as FastifyRequest;
  };
  const endpoints = Array.from({ length: 12 }, (_, index) => `anEndpointWithALongName${index}`);
  for (let sent = 0; sent < day; sent += minute) {
    const about = { request: requestOf(String(endpoints[0])), account: randomUUID() };
    for (let times = 0; times < 3; times += 1) {
      for (const event of plainWarnings) security.record(event, about, {});
      security.record('signIn.failed', about, { method: 'password', reason: 'defaultPassword' });
      security.record('staffSignIn.failed', about, { method: 'password', reason: 'unknownAccount' });
      security.record('signIn.slowed', about, { limit: 'contact', delayMs: 15_000 });
    }
    for (const name of endpoints) security.recordRefusal(requestOf(name), tooManyRequests(minute));
    clock.advance(minute);
  }
  security.flush();
  return bytes;
}

/**
 * Returns by how many bytes the log of failed calls grows in a day. Twenty kinds of calls each fail three times a
 * minute, with errors that quote long texts from the request.
 */
function measureErrorLog(): number {
  let bytes = 0;
  const clock = fakeClock();
  const write = (line: string) => {
    bytes += line.length;
  };
  const { log } = fastify({ logger: { stream: { write } } });
  const errors = createErrorLog(log, clock);
  const cause = new Error(noise(10_000));
  const failures = Array.from({ length: 20 }, (_, index) => ({
    request: { method: 'POST', log, routeOptions: { url: `/api/a/call/with/a/long/name/${index}` } },
    error: Object.assign(new Error(noise(10_000), { cause }), { code: 'XX000', detail: noise(10_000) }),
  }));
  for (let sent = 0; sent < day; sent += minute) {
    for (let times = 0; times < 3; times += 1)
      for (const { request, error } of failures) errors.record(request as unknown as FastifyRequest, error);
    errors.flush();
    clock.advance(minute);
  }
  return bytes;
}

/**
 * Expects that the calls of one IP address can add at most 200 MB a day to the database, the stored files and the log.
 * The sum assumes the worst: the address spends its allowance on the kind of call that stores most, uploads as much as
 * it may, reports client errors, causes every warning, and makes calls that fail.
 * `factors`: for each kind of call, how many bytes it adds to the database for each byte that counts towards the
 * allowance.
 */
export function expectWithinDay(factors: Readonly<Record<string, number>>): void {
  const calls = Math.max(...Object.values(factors)) * allowance;
  const uploads = defaults.DAILY_UPLOAD_MB * megabyte;
  // An IP address can add at most 500 groups of client errors a day to the database. The largest group has texts of the
  // greatest permitted length with three bytes a character, a stack trace of 2 KB and index entries of 300 bytes.
  const { name, message, release, agent, address } = errorLengths;
  const errors = 500 * (3 * (2 * name + message + release + agent + address) + 2048 + 300);
  const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);
  const log = measureSecurityLog();
  const failures = measureErrorLog();
  const sum = calls + uploads + errors + log + failures;
  const plan = { calls, uploads, errors, log, failures, sum };
  const planInMegabytes = Object.entries(plan).map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`);
  console.log('bytes stored for each counted byte:', factors, 'MB a day:', planInMegabytes.join(', '));
  expect(sum).toBeLessThanOrEqual(200 * megabyte);
}
