import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { minCompressedBytes, sendCompressed } from '../../../server/http/content-encoding.ts';

const long = 'a'.repeat(minCompressedBytes);
const server = fastify();
server.get('/long', (request, reply) => sendCompressed(request, reply, long));
server.get('/short', (request, reply) => sendCompressed(request, reply, 'short'));
afterAll(() => server.close());

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'a long response to a request with Accept-Encoding “%s” is compressed with %s',
  async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await server.inject({ url: '/long', headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decompress(rawPayload).toString()).toBe(long);
  },
);

it.each([
  ['/long', {}, long],
  ['/short', { 'accept-encoding': 'br' }, 'short'],
])('the response to GET %s with the request headers %o is sent uncompressed', async (url, headers, text) => {
  const response = await server.inject({ url, headers });
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect(response.body).toBe(text);
});
