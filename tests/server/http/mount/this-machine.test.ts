import fastify from 'fastify';
import { expect, it } from 'vitest';
import { isFromThisMachine } from '../../../../server/http/mount/guard.ts';

const app = fastify({ trustProxy: '127.0.0.1' });
app.get('/', async (request) => isFromThisMachine(request));

/** Whether a call from an IP address to a host name counts as one from this machine. */
async function isLocal(remoteAddress: string, host: string, headers: Record<string, string> = {}) {
  return (await app.inject({ url: '/', remoteAddress, headers: { host, ...headers } })).json();
}

it.each([
  ['127.0.0.1', 'localhost'],
  ['127.0.0.9', 'localhost:3000'],
  ['::1', '[::1]:3000'],
  ['::ffff:127.0.0.1', '127.0.0.1:3000'],
])('a request from the IP address %s to the host %s counts as local', async (address, host) => {
  expect(await isLocal(address, host)).toBe(true);
});

it.each([
  ['10.0.0.1', 'localhost'],
  ['10.127.0.1', 'localhost'],
  ['::ffff:10.0.0.1', 'localhost'],
  ['2001:db8::1', 'localhost'],
  ['127.0.0.1', 'rebound.example.com'],
  ['127.0.0.1', 'localhost.example.com'],
  ['127.0.0.1', 'not a host'],
])('a request from the IP address %s to the host %s does not count as local', async (address, host) => {
  expect(await isLocal(address, host)).toBe(false);
});

it('a request forwarded by a local proxy does not count as local unless its sender and all its host names are local', async () => {
  expect(await isLocal('127.0.0.1', 'localhost', { 'x-forwarded-for': '10.0.0.1' })).toBe(false);
  expect(await isLocal('127.0.0.1', 'localhost', { 'x-forwarded-host': 'academy.example.com' })).toBe(false);
  expect(await isLocal('127.0.0.1', 'academy.example.com', { 'x-forwarded-host': 'localhost' })).toBe(false);
});
