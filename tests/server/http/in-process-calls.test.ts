import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { createInProcessGet, isInProcessCall } from '../../../server/http/in-process-calls.ts';

const server = fastify();
server.get('/page', async (_, reply) => reply.header('x-tide', 7).send(String(isInProcessCall())));
server.get('/broken', async (_, reply) => reply.code(503).send('busy'));
afterAll(() => server.close());
const get = createInProcessGet(server);

it('a page that the server requests from itself is returned with its headers', async () => {
  const page = await get('/page');
  expect(page?.text).toBe('true');
  expect([page?.header('x-tide'), page?.header('x-wind')]).toEqual(['7', undefined]);
  expect((await server.inject({ url: '/page' })).body).toBe('false');
});

it('a server’s request to its own page returns null for a missing page and throws an error for a failing one', async () => {
  expect(await get('/nowhere')).toBeNull();
  await expect(get('/broken')).rejects.toThrow('/broken returned 503');
});
