import fastify, { type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { installErrorHandler } from '../../../server/http/error-handler.ts';
import { createErrorLog } from '../../../server/http/error-log.ts';
import { BlobsUnavailable } from '../../../server/providers/blobs/blobs.ts';
import { fakeClock, minute } from '../../support/clock.ts';
import { plantFile } from '../../support/documents.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

type Line = {
  msg: string;
  reqId?: string;
  method?: string;
  route?: string;
  count?: number;
  kinds?: object[];
  err?: { type: string; message: string; stack: string };
};

/** Starts a server with one call, which fails with an error of the given name and message. */
function startFailing() {
  const clock = fakeClock();
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  const server = fastify({ logger: { level: 'error', stream: { write } } });
  const errors = createErrorLog(server.log, clock);
  installErrorHandler(server, { onFailure: errors.record });
  server.get<{ Querystring: { name: string; message: string } }>('/fail', async ({ query: { name, message } }) => {
    throw Object.assign(new Error(message), { name });
  });
  let thrown: unknown;
  server.get('/throw', async () => {
    throw thrown;
  });
  const failWith = async (error: unknown) => {
    thrown = error;
    await server.inject({ url: '/throw' });
    return lines.at(-1)?.err as Record<string, unknown> | undefined;
  };
  const fail = async (name: string, { times = 1, message = 'no luck' } = {}) => {
    for (let call = 0; call < times; call++)
      expect((await server.inject({ url: '/fail', query: { name, message } })).statusCode).toBe(500);
  };
  return { clock, lines, errors, fail, failWith };
}

describe('the log of failed calls', () => {
  it('the error log records the first six failures with the same call and error, and only counts further ones', async () => {
    const { lines, errors, fail } = startFailing();
    await fail('FirstFault', { times: 50 });
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({
      ...{ msg: 'call failed', reqId: expect.any(String), method: 'GET', route: '/fail' },
      err: { type: 'FirstFault', message: 'no luck', stack: expect.stringMatching(/error-log\.test\.ts:\d+/) },
    });
    errors.flush();
    const kinds = [{ call: 'GET /fail', error: 'FirstFault', count: 44 }];
    expect(lines.slice(6)).toMatchObject([{ msg: 'further failed calls were left out of the log', count: 44, kinds }]);
    errors.flush();
    expect(lines).toHaveLength(7);
  });

  it('during a flood of failures, the first failure of every kind is logged, but repeated failures only 20 times an hour', async () => {
    const { clock, lines, errors, fail } = startFailing();
    const names = Array.from({ length: 30 }, (_, index) => `Fault${index}`);
    for (const name of names) await fail(name, { times: 10 });
    expect(lines).toHaveLength(30 + 20);
    expect(new Set(lines.map(({ err }) => err?.type))).toEqual(new Set(names));
    errors.flush();
    expect(lines.at(-1)).toMatchObject({ count: 250 });
    expect(lines.at(-1)?.kinds).toHaveLength(3);
    clock.advance(15 * minute);
    for (const name of names) await fail(name);
    expect(lines).toHaveLength(51 + 5);
  });

  it('the error log treats failures that differ only in their message as the same failure', async () => {
    const { lines, fail } = startFailing();
    for (let call = 0; call < 50; call++)
      await fail('Fault', { message: `no luck\n    at place${call} (file.ts:${call}:1)` });
    expect(lines).toHaveLength(6);
  });

  it('the long message of an error is shortened in the log', async () => {
    const { lines, fail } = startFailing();
    await fail('Fault', { message: 'x'.repeat(10_000) });
    await fail('Other', { message: 'x'.repeat(500) });
    expect(JSON.stringify(lines).length).toBeLessThan(8000);
    expect(lines.map(({ err }) => err?.message)).toEqual([`${'x'.repeat(375)} … ${'x'.repeat(125)}`, 'x'.repeat(500)]);
  });

  it('the error log contains the text and number properties of an error and its first two causes', async () => {
    const { failWith } = startFailing();
    const codeOf = (depth: number) => ({ code: `E${depth}`, errno: depth - 9, request: { secret: 'x' } });
    let cause: Error | undefined;
    for (const depth of [3, 2, 1, 0])
      cause = Object.assign(new Error(`fault ${depth}`, cause ? { cause } : {}), codeOf(depth));
    const logged = await failWith(cause);
    expect(logged).toMatchObject({ type: 'Error', code: 'E0', errno: -9 });
    expect(logged).not.toHaveProperty('request');
    expect(logged?.message).toBe('fault 0: fault 1: fault 2');
    const several = await failWith(
      new AggregateError([new Error('one'), new TypeError('two'), new Error('three')], 'all'),
    );
    expect(several).toMatchObject({
      message: 'all',
      aggregateErrors: [
        { name: 'Error', message: 'one', stack: expect.stringContaining('error-log.test.ts') },
        { name: 'TypeError', message: 'two' },
      ],
    });
    expect(several?.aggregateErrors).toHaveLength(2);
  });

  it('a thrown value that is no error is logged as text', async () => {
    const { failWith } = startFailing();
    expect(await failWith('no luck')).toMatchObject({ type: 'Error', message: 'no luck' });
    expect(await failWith(null)).toMatchObject({ type: 'Error', message: 'null' });
  });

  it('the error log treats failures whose causes have different codes as different kinds', async () => {
    const { errors, lines, failWith } = startFailing();
    for (const code of ['E1', 'E2'])
      for (let call = 0; call < 8; call++)
        await failWith(new Error('no luck', { cause: Object.assign(new TypeError(), { code }) }));
    lines.length = 0;
    errors.flush();
    expect(lines[0]?.kinds).toEqual(
      ['E1', 'E2'].map((code) => ({ call: 'GET /throw', error: `TypeError ${code}`, count: 2 })),
    );
  });

  it('the error log treats all kinds of failures beyond the first thousand as one kind', async () => {
    const lines: Line[] = [];
    const write = (line: string) => lines.push(JSON.parse(line) as Line);
    const server = fastify({ logger: { level: 'error', stream: { write } } });
    const errors = createErrorLog(server.log, fakeClock());
    const request = { method: 'GET', routeOptions: { url: '/fail' }, log: server.log } as FastifyRequest;
    for (let kind = 0; kind < 1010; kind++)
      errors.record(request, Object.assign(new Error('no luck'), { name: `Fault${kind}` }));
    expect(lines).toHaveLength(1005);
    errors.flush();
    expect(lines.at(-1)).toMatchObject({ count: 5, kinds: [{ call: 'others', error: '', count: 5 }] });
  });

  it('the error log’s summary of repeated failures lists the most frequent kinds of failures first', async () => {
    const { lines, errors, fail } = startFailing();
    for (const [index, times] of [7, 9, 6, 8, 5].entries()) await fail(`Fault${index}`, { times });
    lines.length = 0;
    errors.flush();
    expect(lines[0]?.count).toBe(10);
    expect(lines[0]?.kinds).toEqual([
      { call: 'GET /fail', error: 'Fault4', count: 4 },
      { call: 'GET /fail', error: 'Fault1', count: 3 },
      { call: 'GET /fail', error: 'Fault3', count: 2 },
    ]);
  });
});

const app = await startTestApp({ env: { LOG_LEVEL: 'warn' } });

describe('personal data in the log', () => {
  it('the log of failed calls leaves out the row that PostgreSQL quotes in the details of an error', async () => {
    const { failWith } = startFailing();
    const student = await createStudent(app.db, { email: 'asha.nair@example.com' });
    const error = await app.db
      .updateTable('students')
      .set({ first_name: sql<string>`null` })
      .where('id', '=', student.id)
      .execute()
      .catch((failure: unknown) => failure);
    expect(JSON.stringify({ ...(error as object) })).toContain('asha.nair@example.com');
    const logged = await failWith(error);
    expect(logged).toMatchObject({ code: '23502', table: 'students', column: 'first_name' });
    expect(JSON.stringify(logged)).not.toContain('asha');
  });

  it('no line of the server’s log contains an email address that a mail server quotes', () => {
    const quoted = '550 5.1.1 <asha.nair@example.com>: user unknown';
    const cause = Object.assign(new Error(`Can't send mail: ${quoted}`), { response: quoted, responseCode: 550 });
    app.server.log.warn({ err: new Error(String(cause), { cause }), dedupeKey: 'refund-sent:7' }, 'mail not sent');
    const line = app.logged.at(-1);
    expect(line).toMatchObject({ dedupeKey: 'refund-sent:7', err: { type: 'Error' } });
    expect(JSON.stringify(line)).toContain("Can't send mail: 550 5.1.1 <…>: user unknown");
    expect(JSON.stringify(line)).toContain('error-log.test.ts');
    expect(JSON.stringify(line)).not.toContain('asha');
  });
});

it('the server logs only the first six calls that fail because the file store is unavailable, and counts further ones', async () => {
  const fault = async () => {
    throw new BlobsUnavailable('no connection');
  };
  const app = await startTestApp({
    env: { LOG_LEVEL: 'warn' },
    ports: { blobs: { put: fault, open: fault, remove: fault } },
  });
  const student = await createStudent(app.db);
  const headers = await signIn(app, student);
  const { id } = await plantFile(app.db, student.id);
  for (let call = 0; call < 30; call++)
    expect((await app.call('GET', `/api/files/${id}`, { headers })).status).toBe(503);
  expect(app.logged).toHaveLength(6);
  expect(JSON.stringify(app.logged[0])).toContain('no connection');
  await app.flushLogs();
  expect(app.logged.slice(6)).toMatchObject([{ count: 24, kinds: [{ call: 'GET /api/files/:id' }] }]);
});
