import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  escapeInvalidPercents,
  isHttps,
  publicOriginOf,
  requestOriginOf,
  requestUrlOf,
  requireKnownProtocol,
} from '../../../server/http/request-url.ts';

const requestOf = ({ url = '/', host = 'academy.example.com', protocol = 'http', isHttpsSite = false } = {}) =>
  ({ url, host, protocol, server: { isHttpsSite } }) as FastifyRequest;

it.each([
  [{ protocol: 'http' }, false],
  [{ protocol: 'HTTPS' }, true],
  [{ protocol: 'http', isHttpsSite: true }, true],
])(
  'the request %j counts as an https request: %s (true if its protocol is https or the site uses https)',
  (request, expected) => {
    expect(isHttps(requestOf(request))).toBe(expected);
    expect(requestOriginOf(requestOf(request))).toBe(`${expected ? 'https' : 'http'}://academy.example.com`);
  },
);

it.each(['http', 'https', 'HTTPS'])('the protocol %s of a trusted proxy is accepted', (protocol) => {
  expect(() => requireKnownProtocol(requestOf({ protocol }))).not.toThrow();
});

it.each(['', 'xhttp', 'https2', 'ftp'])('the protocol “%s” of a trusted proxy is refused', (protocol) => {
  expect(() => requireKnownProtocol(requestOf({ protocol }))).toThrow('X-Forwarded-Proto must be http or https.');
});

describe('the URL of a request', () => {
  it('the URL of a request has the site’s origin, the path and the query', () => {
    const request = requestOf({ url: '/courses?page=2', host: 'academy.example.com:8443', protocol: 'https' });
    expect(requestUrlOf(request).href).toBe('https://academy.example.com:8443/courses?page=2');
  });

  it.each([
    { url: '//elsewhere.example/courses' },
    { url: '//asha@academy.example.com/courses' },
    { url: 'https://academy.example.com/courses' },
    { url: 'http://[' },
    { host: '[' },
  ])(
    'the request %j, whose URL or Host header is invalid or whose URL names another origin or a user, is refused with 404',
    (request) => {
      expect(() => requestUrlOf(requestOf(request))).toThrow('Not found.');
    },
  );

  it('an API call with an invalid Host header is refused', () => {
    expect(() => requestOriginOf(requestOf({ host: '[' }))).toThrow('The Host header of this call names no site.');
  });

  it('links in sitemaps and feeds have the configured origin or, without one, the origin of the request', () => {
    expect(publicOriginOf(requestOf(), 'https://www.example.com/academy')).toBe('https://www.example.com');
    expect(publicOriginOf(requestOf(), undefined)).toBe('http://academy.example.com');
    expect(() => publicOriginOf(requestOf({ host: '[' }), undefined)).toThrow('Not found.');
  });
});

it.each([
  ['/courses?q=100%', '/courses?q=100%'],
  ['/a%20b?q=%ff', '/a%20b?q=%ff'],
  ['/media/%ff%20', '/media/%25ff%2520'],
  ['/media/%ff?q=%41?b', '/media/%25ff?q=%41?b'],
])('the URL %s is routed as %s: only a path with invalid percent-encoding is escaped', (url, routed) => {
  expect(escapeInvalidPercents(url)).toBe(routed);
});
