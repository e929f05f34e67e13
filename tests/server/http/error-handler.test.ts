import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../contract/endpoint.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { installErrorHandler, toRefusal } from '../../../server/http/error-handler.ts';
import { invalidRequest, refuse } from '../../../server/http/refusal.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, url } = await createTestDatabase();
const coded = (code: string) => Object.assign(new Error('secret SQL'), { code });

describe('temporary database errors', () => {
  it.each(['08006', '57P01', '57P03', '57014', '25P03', '25P04', '55P03', '53300', '40001', '40P01', 'ECONNRESET'])(
    'the temporary database error %s becomes a 503 response with Retry-After',
    (code) => {
      const refusal = toRefusal(coded(code));
      expect(refusal).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 2 });
      expect(refusal.message).toBe('The service is busy. Please try again.');
    },
  );

  it('a statement timeout of the database becomes a 503 response with Retry-After', async () => {
    const hasty = openDatabase(url, { statementTimeoutMs: 20 });
    const slow = hasty.selectFrom('students').select((row) => row.fn('pg_sleep', [row.val(5)]).as('slept'));
    await db.insertInto('students').values({ first_name: 'Asha', last_name: 'Nair' }).execute();
    const error = await slow.execute().catch((thrown: unknown) => thrown);
    expect(toRefusal(error)).toMatchObject({ status: 503, retryAfter: 2 });
    await hasty.destroy();
  });
});

it.each(['23505', '23514', '42P01', '42P08', '25P02', '22P02', ''])(
  'the unexpected database error %s becomes a 500 response that reveals no details',
  (code) => {
    expect(toRefusal(coded(code)).toBody('r1')).toMatchObject({
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
    });
  },
);

it('a duplicate-key error whose value is the word “surrogate” becomes a 500 response, not a 400 as PostgreSQL’s Unicode errors do', () => {
  const error = Object.assign(coded('23505'), { detail: 'Key (last_name)=(surrogate) already exists.' });
  expect(toRefusal(error)).toMatchObject({ status: 500 });
});

it.each([null, undefined, 'no luck', { code: 53_300 }, { statusCode: 399 }, { statusCode: 500 }])(
  'the thrown value %j becomes a 500 response',
  (thrown) => {
    expect(toRefusal(thrown)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
  },
);

it.each([
  [400, 'The request could not be read.'],
  [413, 'The request is too large.'],
  [499, 'The request could not be read.'],
])('a request that the framework rejects with %i gets this status and the message “%s”', (statusCode, message) => {
  expect(toRefusal({ statusCode })).toMatchObject({ status: statusCode, code: 'INVALID_REQUEST', message });
});

it.each([
  coded('22021'),
  coded('22P05'),
  coded('22007'),
  coded('22008'),
  Object.assign(coded('22P02'), { detail: 'Unicode low surrogate must follow a high surrogate.' }),
])('text that the database cannot store becomes a 400 response (%o)', (error) => {
  const message = 'The request has text that cannot be stored.';
  expect(toRefusal(error)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', message });
});

describe('a server with the error handler and its defaults', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  const server = fastify({ logger: { level: 'error', stream: { write } } });
  installErrorHandler(server);
  const endpoint = defineEndpoint({
    ...{ name: 'getTide', summary: 'A tide', method: 'GET', url: '/tide', policy: 'public', rate: 'read' },
    ...{ idempotency: 'safe', answers: { 200: z.object({}) } },
  });
  server.get('/broken/:id', async () => {
    throw new Error('no luck');
  });
  server.get('/tide', { config: { endpoint } }, async () => {
    throw refuse({ GONE: 410 }, 'GONE', 'Gone.');
  });
  server.get('/busy', async () => {
    throw refuse({ BUSY: 409 }, 'BUSY', 'Later.', { retryAfter: 1.2 });
  });
  server.get('/invalid', async () => {
    throw invalidRequest('No.');
  });

  it('the error handler logs only unexpected errors and refusals that the endpoint does not declare', async () => {
    for (const url of ['/invalid', '/busy', '/nowhere', '/tide', '/broken/7?token=secret'])
      await server.inject({ url });
    expect(lines).toMatchObject([
      { msg: 'getTide does not declare 410 GONE with this data' },
      { msg: 'call failed', method: 'GET', route: '/broken/:id', err: { message: 'no luck' } },
    ]);
  });

  it('an error response is JSON, and only a temporary error says when to try again', async () => {
    const busy = await server.inject({ url: '/busy' });
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([409, '2']);
    for (const url of ['/invalid', '/nowhere']) {
      const { headers, body } = await server.inject({ url });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers).not.toHaveProperty('retry-after');
      expect(JSON.parse(body).requestId).toBe(headers['x-request-id']);
    }
  });
});
