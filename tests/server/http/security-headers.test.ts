import fastify from 'fastify';
import { expect, it } from 'vitest';
import {
  picturePolicy,
  scriptPolicy,
  setPageHeaders,
  setSecurityHeaders,
  videoPolicy,
} from '../../../server/http/security-headers.ts';

it('the page headers forbid device access such as the camera and isolate the page from windows of other sites', async () => {
  const server = fastify();
  server.get('/', (_, reply) => setPageHeaders(reply, "default-src 'self'").send('a page'));
  expect((await server.inject({ url: '/' })).headers).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
  });
});

it.each([true, false])(
  'every response has the security headers, with Strict-Transport-Security only on an https site (https site: %s)',
  async (isHttpsSite) => {
    const server = fastify();
    server.get('/', (_, reply) => {
      setSecurityHeaders(reply, isHttpsSite);
      return reply.send('text');
    });
    const { headers } = await server.inject({ url: '/' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBe(isHttpsSite ? 'max-age=31536000' : undefined);
  },
);

it('the content security policies of picture, video and script files are as specified and forbid framing', () => {
  const none = "default-src 'none'; style-src 'unsafe-inline'";
  expect(picturePolicy).toBe(`${none}; img-src data:; frame-ancestors 'none'; sandbox`);
  expect(videoPolicy).toBe(`${none}; media-src 'self'; frame-ancestors 'none'`);
  expect(scriptPolicy).toBe("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
});
