import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyHeader, subjectHeader } from '../../../../contract/headers.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { alice, bob, startNoteServer } from './note-server.ts';

const { db } = await createTestDatabase();
const { server, state } = startNoteServer(db);

const get = (student = alice) => server.inject({ url: `/api/notes/${alice}`, headers: { 'x-student': student } });
const post = () =>
  server.inject({
    ...{ method: 'POST', url: '/api/notes', payload: { title: 'Fire drill' } },
    headers: { 'x-client': 'web', 'x-student': alice, [idempotencyHeader]: 'key-00011' },
  });

beforeEach(() => {
  state.counted.length = 0;
});

describe('the rate limits', () => {
  const site = { 'x-client': 'web' };
  const text = '{"text":"rain"}';
  const stream = () => Readable.from([text]);
  const json = { ...site, 'content-type': 'application/json' };

  it.each<[string, InjectOptions, object]>([
    [
      'a read of a student',
      { url: `/api/notes/${alice}`, headers: { 'x-student': alice } },
      { rate: 'read', account: alice, storedBytes: 0 },
    ],
    [
      'a keyed call of a student',
      { method: 'POST', url: '/api/notes', headers: { ...site, 'x-student': alice }, payload: { title: 'Drill' } },
      { rate: 'write', account: alice, storedBytes: 1024 + '{"title":"Drill"}'.length },
    ],
    [
      'a keyed call of a visitor',
      { method: 'POST', url: '/api/reports', headers: json, payload: text },
      { rate: 'telemetry', account: null, storedBytes: 1024 + text.length },
    ],
    [
      'a call that does not state the length of its body',
      { method: 'POST', url: '/api/reports', headers: json, payload: stream() },
      { rate: 'telemetry', account: null, storedBytes: 1024 + text.length },
    ],
    [
      'a repeatable call without a body of a browser that has looked up an account',
      { method: 'POST', url: '/api/ticket', headers: site },
      { rate: 'form', account: bob, storedBytes: 256 + 2 },
    ],
    [
      'a call of a staff member',
      { method: 'PUT', url: '/api/staff/plan', headers: { ...site, 'content-length': '0' } },
      { rate: 'write', account: 'staff:mira', storedBytes: 1024 },
    ],
    [
      'a call with a file, which has a limit of its own',
      {
        ...{ method: 'POST', url: `/api/note-files/${alice}`, headers: { ...site, 'x-student': alice } },
        payload: { text: 'x'.repeat(5000) },
      },
      { rate: 'write', account: alice, storedBytes: 1024 },
    ],
  ])(
    'an API call counts towards the rate limits of its caller, with the number of bytes that the call may store: %s',
    async (_, request, expected) => {
      expect((await server.inject(request)).statusCode).toBe(200);
      expect(state.counted.map(({ rate, who }) => ({ rate, ...who }))).toEqual([{ address: '127.0.0.1', ...expected }]);
    },
  );

  it('an API call whose session cannot be read fails with 500 and does not count towards a rate limit', async () => {
    expect((await get('unreadable')).statusCode).toBe(500);
    expect(state.counted).toEqual([]);
  });

  it('an API call fails if it cannot be counted for its rate limit, even if it repeats an idempotency key', async () => {
    await post();
    state.limitOfNext = new Error('the counters cannot be read');
    expect((await post()).statusCode).toBe(500);
  });
});

describe('the headers of a response', () => {
  const standard = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

  it('an API response is JSON that may not be cached, and a header names the student whom the response is for', async () => {
    expect((await get()).headers).toMatchObject({ ...standard, [subjectHeader]: alice });
    const { headers } = await server.inject({ url: '/api/log' });
    expect(headers).toMatchObject(standard);
    expect(headers).not.toHaveProperty(subjectHeader);
  });

  it('the response of an API call is compressed only if the call is declared as compressed and the caller accepts compression', async () => {
    const accepting = { 'accept-encoding': 'br' };
    const packed = await server.inject({ url: '/api/log', headers: accepting });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect((await server.inject({ url: '/api/log' })).json().lines).toHaveLength(7000);
    const other = await server.inject({ url: `/api/notes/${alice}`, headers: { ...accepting, 'x-student': alice } });
    expect(other.headers).not.toHaveProperty('content-encoding');
    expect(other.headers).not.toHaveProperty('vary');
  });
});
