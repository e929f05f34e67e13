import fastify from 'fastify';
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
  const fail = async (name: string, { times = 1, message = 'no luck' } = {}) => {
    for (let call = 0; call < times; call++)
      expect((await server.inject({ url: '/fail', query: { name, message } })).statusCode).toBe(500);
  };
  return { clock, lines, errors, fail };
}

describe('the log of failed calls', () => {
  it('the first six failures with the same call and error are logged, and further ones are only counted', async () => {
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

  it('the first failure of every kind is logged even during a flood of failures, but repeated failures only 20 times an hour', async () => {
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
    expect(JSON.stringify(lines).length).toBeLessThan(6000);
    expect(lines[0]?.err?.message).toMatch(/^x+ … x+$/);
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
