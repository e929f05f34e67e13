import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { StreamResponse } from '../../../../server/http/mount/call.ts';
import { sendFile, sendStream } from '../../../../server/http/mount/send-file.ts';

const server = fastify();
const names = { '/simple': 'receipt-A_7.2.pdf', '/strange': 'Ashā “1”.csv' };
for (const [url, name] of Object.entries(names))
  server.get(url, (_, reply) => sendFile(reply, new File(['one,two'], name, { type: 'text/csv' })));
const document = { mediaType: 'application/pdf', name: 'document.pdf', bytes: 10 };
server.get('/whole', (_, reply) =>
  sendStream(reply, new StreamResponse(Readable.from(['0123456789']), { ...document, range: null })),
);
server.get('/part', (_, reply) =>
  sendStream(reply, new StreamResponse(Readable.from(['234']), { ...document, range: { first: 2, last: 4 } })),
);
afterAll(() => server.close());

it.each([
  ['/simple', `attachment; filename="receipt-A_7.2.pdf"; filename*=UTF-8''receipt-A_7.2.pdf`],
  ['/strange', `attachment; filename="Ash___1_.csv"; filename*=UTF-8''Ash%C4%81%20%E2%80%9C1%E2%80%9D.csv`],
])('the download at %s has an ASCII name for old clients and the full name for others', async (url, disposition) => {
  const { headers, body } = await server.inject({ url });
  expect(headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': disposition });
  expect(body).toBe('one,two');
});

const shared = {
  'content-type': 'application/pdf',
  'content-disposition': 'attachment; filename="document.pdf"',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
};

it('a private file is sent as a download with its length and may not be cached', async () => {
  const { statusCode, headers, body } = await server.inject({ url: '/whole' });
  expect([statusCode, body]).toEqual([200, '0123456789']);
  expect(headers).toMatchObject({ ...shared, 'content-length': '10' });
  expect(headers).not.toHaveProperty('content-range');
});

it('the response with a part of a private file has status 206, the length of the part and its position in the file', async () => {
  const { statusCode, headers, body } = await server.inject({ url: '/part' });
  expect([statusCode, body]).toEqual([206, '234']);
  expect(headers).toMatchObject({ ...shared, 'content-length': '3', 'content-range': 'bytes 2-4/10' });
});
