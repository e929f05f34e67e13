import fc from 'fast-check';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { multipartType } from '../../../support/multipart.ts';
import type { ApiRequest } from '../api-driver.ts';
import { type Change, change, inputOf, type Known, withChange } from './fuzz-schema.ts';
import { hostileBodies, hostileText, hostileTexts, mangled } from './fuzz-values.ts';

export type Route = { name: string; method: string; url: string; endpoint?: Endpoint };
/** A generated HTTP request. `isSignedIn`: whether the test adds the session cookie of a signed-in student. */
export type FuzzedCall = {
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  isSignedIn: boolean;
};

type RequestParts = { params: unknown; query: unknown; body: unknown };
type Wire = { url: string; payload?: string | Buffer; type?: string };

/** Percent-encodes a text as UTF-8. Unlike `encodeURIComponent`, it does not throw on lone surrogates. */
const encode = (text: string) =>
  text.replace(/[^\w.~-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function toSearch(query: unknown): string {
  if (typeof query !== 'object' || query === null)
    return query === undefined ? '' : encode(asText(query).slice(0, 4000));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 50) : [value]).map(
      (text) => `${encode(name)}=${encode(asText(text).slice(0, 4000))}`,
    ),
  );
  return pairs.join('&');
}

function toWire(route: Route, { params, query, body }: RequestParts): Wire {
  const named = Object(params) as Record<string, unknown>;
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => encode(asText(named[name] ?? '').slice(0, 1000)));
  const search = toSearch(query);
  const url = search ? `${path}?${search}` : path;
  if (body instanceof Uint8Array) return { url, payload: Buffer.from(body), type: multipartType };
  return body === undefined ? { url } : { url, payload: JSON.stringify(body), type: 'application/json' };
}

/** Splits a valid request into its path parameters, query parameters and body. */
function partsOf(route: Route, request: ApiRequest): RequestParts {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${route.url.replace(/:\w+/g, '([^/]*)')}$`);
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  const body = typeof request.body === 'string' && request.body === '' ? undefined : request.body;
  return {
    params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    query: Object.fromEntries(searchParams),
    body,
  };
}

const orNothing = (schema: Endpoint['body'], known: Known): fc.Arbitrary<unknown> =>
  schema ? inputOf(schema, known) : fc.constant(undefined);

function madeParts(route: Route, sample: RequestParts, known: Known): fc.Arbitrary<RequestParts> {
  const { params, query, body } = route.endpoint ?? {};
  const generated = fc.record({
    params: params ? inputOf(params, known) : fc.constant(sample.params),
    query: fc.oneof(orNothing(query, known), fc.dictionary(hostileText, hostileText, { maxKeys: 4 })),
    body: orNothing(body, known),
  });
  return fc.oneof(
    { weight: 2, arbitrary: generated },
    // Keep the URL of the sample request, which contains ids of existing database rows, and generate only the body.
    { weight: 2, arbitrary: generated.map((made) => ({ ...sample, body: made.body ?? sample.body })) },
    { weight: 4, arbitrary: fc.constant(sample) },
  );
}

/** Changes one value in the path parameters, the query parameters or the body of a request. */
function withPartChanged(parts: RequestParts, { at, ...rest }: Change): RequestParts {
  const names = (['params', 'query', 'body'] as const).filter((name) => parts[name] !== undefined);
  const name = names[at % Math.max(1, names.length)];
  return name ? { ...parts, [name]: withChange(parts[name], { ...rest, at: Math.floor(at / names.length) }) } : parts;
}

const changedParts = (parts: fc.Arbitrary<RequestParts>): fc.Arbitrary<RequestParts> =>
  fc.tuple(parts, fc.array(change, { maxLength: 2 })).map(([made, changes]) => changes.reduce(withPartChanged, made));

const plainText = hostileTexts.filter((text) => /^[\x20-\x7e]*$/.test(text) && text.length < 1000);
const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom(...plainText), fc.stringMatching(/^[\w-]{8,12}$/)),
    'user-agent': fc.constantFrom(...plainText),
    'if-none-match': fc.constantFrom('*', '""', 'W/"a"', ...plainText),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', '*', 'identity;q=0, br;q=x'),
    origin: fc.constantFrom('null', 'http://[', ...plainText),
    host: fc.constantFrom('elsewhere.example', '[', '[::1]:0', 'a b'),
    'x-forwarded-for': fc.constantFrom('203.0.113.9', 'a, b', '::ffff:1.2.3.4', '1'.repeat(300)),
    'x-forwarded-proto': fc.constantFrom('https', 'ftp', ''),
    'x-landfall-subject': fc.constantFrom('00000000-0000-0000-0000-000000000000', 'a'),
    'x-cashfree-signature': fc.constantFrom('', 'AAAA', '=', 'é'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', ''),
    cookie: fc.constantFrom(
      'landfall=',
      'landfall=%',
      `landfall=${'a'.repeat(43)}`,
      '=;;=',
      'landfall_hint=a; landfall_hint=b',
    ),
  },
  { requiredKeys: [] },
);
const noHeaders = fc.constant<Record<string, string>>({});

/**
 * Generates copies of an upload request in which some bytes of the body are damaged. Returns an empty list if the
 * request is not an upload.
 */
function mangledUploads({ url, body }: ApiRequest): Array<{ weight: number; arbitrary: fc.Arbitrary<Wire> }> {
  if (!(body instanceof Uint8Array)) return [];
  const wires = mangled(Buffer.from(body)).map((payload): Wire => ({ url, payload, type: multipartType }));
  return [{ weight: 10, arbitrary: wires }];
}

/**
 * Generates requests to one route: valid, nearly valid and malicious ones. They are derived from `request`, which the
 * server would accept.
 */
export function callsOf(route: Route, request: ApiRequest, known: Known): fc.Arbitrary<FuzzedCall> {
  const parts = changedParts(madeParts(route, partsOf(route, request), known));
  const written = parts.map((made) => toWire(route, made));
  const raw = fc
    .tuple(written, fc.constantFrom(...hostileBodies))
    .map(([wire, { type, payload }]): Wire => ({ url: wire.url, type, payload }));
  const wires =
    route.method === 'GET'
      ? written.map(({ url }): Wire => ({ url }))
      : fc.oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: raw }, ...mangledUploads(request));
  const headers = fc.oneof({ weight: 4, arbitrary: noHeaders }, { weight: 1, arbitrary: strangeHeaders });
  return fc.record({ wire: wires, headers, isSignedIn: fc.boolean() }).map(({ wire, headers, isSignedIn }) => ({
    url: wire.url,
    headers: { ...request.headers, ...(wire.type === undefined ? {} : { 'content-type': wire.type }), ...headers },
    ...(wire.payload === undefined ? {} : { payload: wire.payload }),
    isSignedIn,
  }));
}
