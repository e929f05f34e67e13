import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Endpoint, Received } from '../../../contract/endpoint.ts';
import { idempotencyClasses, policies, rateClasses } from '../../../contract/endpoint.ts';
import { idempotencyHeader, replayedHeader, subjectHeader } from '../../../contract/headers.ts';
import type { Database } from '../../db/schema.ts';
import type { BodyTimeouts } from '../body-timeouts.ts';
import { sendCompressed } from '../content-encoding.ts';
import { type CallKey, hashRequest, isKeyUsed, isReplayed, mustReadAgain } from '../idempotency/idempotency.repo.ts';
import { runKeyed, type SerialisedResponse } from '../idempotency/keyed-call.ts';
import { previewDatabase } from '../preview-database.ts';
import { type PublicCache, sendEncoded } from '../public-cache.ts';
import type { Rates } from '../rates/rate-limits.ts';
import { invalidRequest } from '../refusal.ts';
import { requestOriginOf } from '../request-url.ts';
import {
  type Call,
  PreserialisedResponse,
  type StaffCaller,
  StatusResponse,
  StreamResponse,
  type Subject,
} from './call.ts';
import { admit, requireOwner, requireSameSite, requireStepUp, type Sessions } from './guard.ts';
import { countCall, countIfRefused, replayOrRefuse } from './over-limit.ts';
import { sendFile, sendStream } from './send-file.ts';

/** What an endpoint's handler may return: the body of a 200, a response with another declared status, or a file. */
type Returned<E extends Endpoint> = ReturnedBody<E> | StatusResponse | StreamResponse;
type ReturnedBody<E> = E extends { answers: { 200: z.ZodType<unknown, infer Body> } } ? Body : never;

type MountDeps = {
  app: FastifyInstance;
  db: Kysely<Database>;
  sessions: Sessions;
  rates: Rates;
  cache: PublicCache;
  secret: string;
};

type MountOptions = {
  /** Set if the handler opens its own transactions and stores the idempotency key itself. */
  ownTransactions?: boolean;
  /** Largest request body in bytes, if it is lower than the server's own limit. */
  bodyLimit?: number;
  /** Timeouts of the request body, if they differ from the default. */
  bodyTimeouts?: BodyTimeouts;
  /**
   * Reads the response data again when a keyed call is retried. Large responses of such an endpoint are not stored
   * under the idempotency key, so that a script cannot fill the database with them.
   */
  readAgain?: (db: Kysely<Database>, subject: Subject | null) => Promise<unknown>;
  /** Creates the refusal of invalid input. By default its code is INVALID_REQUEST. */
  invalid?: typeof invalidRequest;
  /**
   * Reads a body that is not JSON into `request.body`, after `admit` has accepted the call. Returns a function that
   * cleans up after the call. It may call `isRepeat` to find out whether the call's idempotency key was used before.
   */
  receive?: (
    request: FastifyRequest,
    subject: Subject | null,
    isRepeat: () => Promise<boolean>,
  ) => Promise<() => Promise<void>>;
};

/** Registers an endpoint of the contract with its handler. */
export type Mount = <E extends Endpoint, const R extends Returned<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<R>,
  options?: MountOptions,
) => void;

/** Maximum number of faults that a refusal reports for each part of a request: params, query and body. */
const maxReportedFields = 20;

const keySchema = z.string().regex(/^[\w-]{8,100}$/);

/**
 * Checks an endpoint's declaration when it is mounted.
 * @throws Error that lists what is missing or wrong, such as the response schema or the rate class
 */
function requireDeclaration(endpoint: Endpoint): void {
  const faults = [
    policies.includes(endpoint.policy) ? '' : 'policy',
    rateClasses.includes(endpoint.rate) ? '' : 'rate class',
    idempotencyClasses.includes(endpoint.idempotency) ? '' : 'idempotency class',
    endpoint.answers?.[200] ? '' : 'response schema',
    endpoint.method === 'GET' || endpoint.idempotency !== 'safe' ? '' : 'idempotency class that fits an unsafe method',
    endpoint.url.includes(':') && !endpoint.params ? 'params schema' : '',
    endpoint.policy === 'staff' && endpoint.permission === undefined ? 'permission' : '',
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(`Route ${endpoint.method} ${endpoint.url} lacks its ${faults.join(', ')}`);
}

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest, invalid = invalidRequest): Received<E> {
  const fields: Record<string, string> = {};
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues.slice(0, maxReportedFields))
      fields[issue.path.join('.') || 'body'] ??= issue.message;
  };
  const received = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, request.body ?? undefined),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw invalid(message, fields);
  return received as Received<E>;
}

/** The idempotency key of a keyed call; null if the call has none. @throws Refusal 400 for a malformed key */
function readKey(endpoint: Endpoint, header: FastifyRequest['headers'][string]): string | null {
  if (endpoint.idempotency !== 'keyed' || header === undefined) return null;
  const key = keySchema.safeParse(header);
  if (key.success) return key.data;
  throw invalidRequest('The Idempotency-Key must be 8 to 100 letters or digits.');
}

/**
 * Estimated number of bytes that a call stores besides its input, by idempotency class: a row and, for a keyed call,
 * the stored response.
 */
const rowBytes = { keyed: 1024, repeatable: 256, safe: 0 } as const;

/** The account whose rate limits and idempotency keys a call uses; null for an anonymous caller. */
function accountOf(subject: Subject | null, staff: StaffCaller | null): string | null {
  return subject?.studentId ?? (staff ? `staff:${staff.staffId}` : null);
}

/**
 * Estimates how many bytes a call will store. Uploaded files are not included, because they have limits of their own.
 */
function estimateStoredBytes(endpoint: Endpoint, request: FastifyRequest, isUpload: boolean): number {
  if (endpoint.method === 'GET') return 0;
  const row = rowBytes[endpoint.idempotency];
  if (isUpload) return row;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  return row + (Number.isNaN(length) ? Buffer.byteLength(JSON.stringify(request.body ?? '')) : length);
}

function callKeyOf(
  endpoint: Endpoint,
  key: string,
  call: { received: Received<Endpoint>; account: string | null; secret: string; canReadAgain: boolean },
): CallKey {
  const { received, account, secret, canReadAgain } = call;
  // Hash only the parsed input. The request may have other fields, which the schema drops and which may be nested too
  // deeply to serialise.
  const hash = hashRequest(secret, [received.params, received.query, received.body]);
  return { subject: account ?? `anonymous:${key}`, endpoint: endpoint.name, key, hash, canReadAgain };
}

function serialise(endpoint: Endpoint, returned: unknown): SerialisedResponse {
  if (returned instanceof PreserialisedResponse) return returned;
  if (returned instanceof StreamResponse) return { status: 200, body: returned, text: '' };
  const status = returned instanceof StatusResponse ? returned.status : 200;
  const schema = endpoint.answers[status];
  if (!schema) throw new Error(`${endpoint.name} returned ${status}, which it does not declare`);
  const body = schema.parse(returned instanceof StatusResponse ? returned.body : returned);
  return { status, body, text: JSON.stringify(body) };
}

/** Creates the function with which every `*.routes.ts` registers its endpoints. */
export function createMount(deps: MountDeps): Mount {
  return (endpoint, handler, options = {}) => {
    requireDeclaration(endpoint);
    const handleCall = async (request: FastifyRequest, reply: FastifyReply) => {
      const { subject, ticket, staff } = await countIfRefused(deps.rates, endpoint.rate, request.ip, () => {
        requireSameSite(request, endpoint.idempotency !== 'safe');
        return admit(endpoint, request, deps.sessions);
      });
      const account = accountOf(subject, staff);
      if (subject) request.studentId = subject.studentId;
      const who = {
        address: request.ip,
        account: account ?? ticket?.studentId ?? null,
        storedBytes: estimateStoredBytes(endpoint, request, options.receive !== undefined),
      };
      const limitRefusal = await countCall(deps.rates, endpoint.rate, who);
      const header = request.headers[idempotencyHeader];
      // A keyed call over its rate limit is not refused here, because it may be a retry (see `replayOrRefuse`).
      const mayBeRetry = endpoint.idempotency === 'keyed' && header !== undefined && !options.receive;
      if (limitRefusal && !mayBeRetry) throw limitRefusal;
      // The idempotency key is checked before an uploaded file is received, so that no file is received in vain.
      const key = readKey(endpoint, header);
      const isRepeat = async () =>
        key !== null && account !== null && isKeyUsed(deps.db, { subject: account, endpoint: endpoint.name, key });
      const cleanUp = await options.receive?.(request, subject, isRepeat);
      const check = async () => {
        const input = parseInput(endpoint, request, options.invalid);
        requireOwner(endpoint, subject, input);
        requireStepUp(endpoint, staff, input.body);
        return input;
      };
      const received = await check().catch(async (refusal: unknown) => {
        await cleanUp?.();
        throw refusal;
      });
      const canReadAgain = options.readAgain !== undefined;
      const callKey =
        key === null ? null : callKeyOf(endpoint, key, { received, account, secret: deps.secret, canReadAgain });
      const base = {
        ...received,
        subject,
        ticket,
        staff,
        callKey,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        origin: requestOriginOf(request),
        reply,
      };
      const run = async (db: Kysely<Database>) =>
        serialise(endpoint, await handler({ ...base, db } as Call<typeof endpoint>));

      const pool = previewDatabase() ?? deps.db;

      reply.type('application/json; charset=utf-8');
      if (subject) reply.header(subjectHeader, subject.studentId);
      if (endpoint.isCacheable) {
        reply.header('cache-control', 'public, max-age=0, must-revalidate');
        // The cache key is made from the parsed input, so that calls with unknown query parameters do not get cache
        // entries of their own.
        const cacheKey = JSON.stringify([endpoint.name, received.params, received.query]);
        return sendEncoded(request, reply, await deps.cache.read(cacheKey, async () => (await run(pool)).text));
      }
      reply.header('cache-control', 'no-store');
      const isKeyed = endpoint.idempotency === 'keyed' && !options.ownTransactions;
      const work = () =>
        (isKeyed ? runKeyed(deps.db, callKey, run) : run(pool)).finally(async () => {
          if (callKey && isReplayed(callKey)) await deps.rates.giveBack(endpoint.rate, who);
          await cleanUp?.();
        });
      const stored = limitRefusal ? await replayOrRefuse(deps.db, callKey, limitRefusal) : await work();
      const { readAgain } = options;
      const response =
        readAgain && mustReadAgain(stored) ? serialise(endpoint, await readAgain(deps.db, subject)) : stored;
      if (callKey && isReplayed(callKey)) reply.header(replayedHeader, 'true');
      if (response.body instanceof File) return sendFile(reply, response.body);
      if (response.body instanceof StreamResponse) return sendStream(reply, response.body);
      reply.code(response.status);
      if (!endpoint.isCompressed) return reply.send(response.text);
      return sendCompressed(request, reply.header('vary', 'accept-encoding'), response.text);
    };
    const { bodyLimit, bodyTimeouts } = options;
    const size = bodyLimit === undefined ? {} : { bodyLimit };
    const config = { endpoint, ...(bodyTimeouts ? { bodyTimeouts } : {}) };
    deps.app.route({ method: endpoint.method, url: endpoint.url, handler: handleCall, config, ...size });
  };
}
