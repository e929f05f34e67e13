import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { prepareGracefulClose } from '../../../server/http/graceful-close.ts';

/** Starts a server whose only route answers when the test lets it. */
async function startServer() {
  const app = fastify();
  const graceful = prepareGracefulClose(app);
  const [reached, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHandled = false;
  app.get('/slow', async () => {
    reached.resolve();
    await mayAnswer.promise;
    isHandled = true;
    return { done: true };
  });
  app.get('/quick', (_, reply) => void reply.send({ done: true }));
  app.get('/at-once', () => ({ done: true }));
  const stream = new PassThrough();
  app.get('/stream', (_, reply) => {
    stream.write('begun ');
    return reply.send(stream);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    mayAnswer.resolve();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    graceful,
    port,
    isReached: reached.promise,
    answer: () => mayAnswer.resolve(),
    endStream: () => stream.end('and ended'),
    isHandled: () => isHandled,
    get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
  };
}

it('isStopping is true as soon as a server starts to close, and false before', async () => {
  const { graceful } = await startServer();
  expect(graceful.isStopping).toBe(false);
  const closed = graceful.close(5_000);
  expect(graceful.isStopping).toBe(true);
  expect(await closed).toBe(0);
});

it('a closing server finishes a request in progress and tells its client to close the connection', async () => {
  const { graceful, isReached, answer, get } = await startServer();
  const running = await get('/quick');
  expect(running.headers.get('connection')).toBe('keep-alive');
  const response = get('/slow');
  await isReached;
  const closed = graceful.close(5_000);
  answer();
  const finished = await response;
  expect([finished.status, finished.headers.get('connection')]).toEqual([200, 'close']);
  expect(await finished.json()).toEqual({ done: true });
  expect(await closed).toBe(0);
});

it('a server prepared for graceful closing also sends the response of a handler that returns a value instead of a promise', async () => {
  const { get } = await startServer();
  const response = await get('/at-once');
  expect([response.status, await response.json()]).toEqual([200, { done: true }]);
});

it('a closing server finishes a response in progress and then ends its connection', { timeout: 3_000 }, async () => {
  const { graceful, get, endStream } = await startServer();
  const response = await get('/stream');
  expect(response.headers.get('connection')).toBe('keep-alive');
  const closed = graceful.close(60_000);
  endStream();
  expect(await response.text()).toBe('begun and ended');
  expect(await closed).toBe(0);
});

it('a closing server ends a connection over which no request was ever sent', { timeout: 3_000 }, async () => {
  const { graceful, port } = await startServer();
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const ended = once(unused, 'close');
  expect(await graceful.close(60_000)).toBe(0);
  await ended;
});

it('a closing server ends unused connections while it still waits for a running request to finish', async () => {
  const { graceful, isReached, answer, get, port } = await startServer();
  const response = get('/slow');
  await isReached;
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const closed = graceful.close(60_000);
  await once(unused, 'close');
  answer();
  const finished = await response;
  expect([finished.status, await finished.json()]).toEqual([200, { done: true }]);
  expect(await closed).toBe(0);
});

it('a closing server cuts off and counts a request that exceeds the timeout, but still waits for the request’s handler to finish', async () => {
  const { graceful, isReached, answer, isHandled, get } = await startServer();
  const response = get('/slow');
  const isCutOff = expect(response).rejects.toThrow();
  await isReached;
  const closed = graceful.close(20);
  await isCutOff;
  expect(isHandled()).toBe(false);
  answer();
  expect(await closed).toBe(1);
  expect(isHandled()).toBe(true);
});
