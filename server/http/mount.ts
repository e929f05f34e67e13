import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Endpoint, Received } from '../../contract/endpoint.ts';
import { idempotencyClasses, policies, rateClasses } from '../../contract/endpoint.ts';
import { idempotencyHeader, subjectHeader } from '../../contract/headers.ts';
import type { Database } from '../db/schema.ts';
import { type Call, StatusAnswer, StreamAnswer, type Subject, WrittenAnswer } from './call.ts';
import { admit, type Rates, requireOwner, requireSameSite, type Sessions } from './guard.ts';
import { type CallKey, hashRequest, isRepeat } from './idempotency.ts';
import { type Answered, runKeyed } from './keyed.ts';
import { type PublicCache, sendEncoded } from './public-cache.ts';
import { Refusal } from './refusal.ts';
import { answerRepeat, findLimit } from './repeat.ts';
import { sendFile } from './send-file.ts';
import { sendStream } from './send-stream.ts';
import { siteOrigin } from './site-origin.ts';

/** What a handler may return: the body of a 200, or another declared status. */
type Returned<E extends Endpoint> = ReturnedBody<E> | StatusAnswer | StreamAnswer;
type ReturnedBody<E> = E extends { answers: { 200: z.ZodType<unknown, infer Body> } } ? Body : never;

export type MountParts = {
  app: FastifyInstance;
  db: Kysely<Database>;
  sessions: Sessions;
  rates: Rates;
  cache: PublicCache;
  secret: string;
};

export type MountOptions = {
  /** The handler opens its own transactions and stores its key (a provider is called between two). */
  ownTransactions?: boolean;
  /** Largest body in bytes, where the server's own limit is too generous. */
  bodyLimit?: number;
  /** Code of a call that is not valid, where it has one of its own. */
  invalid?: string;
  /** Reads a body that is no JSON into `request.body`, of an admitted caller only; answers what ends the call. */
  receive?: (request: FastifyRequest, subject: Subject | null) => Promise<() => Promise<void>>;
};

/** Mounts an endpoint with its handler. */
export type Mount = <E extends Endpoint, const R extends Returned<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<R>,
  options?: MountOptions,
) => void;

/** A call that is wrong in a thousand places hears of so many. */
const mostFields = 20;

const keySchema = z.string().regex(/^[\w-]{8,100}$/);

/** @throws Error where a declaration lacks its schema, policy, rate class or idempotency class. */
export function requireDeclaration(endpoint: Endpoint): void {
  const faults = [
    policies.includes(endpoint.policy) ? '' : 'policy',
    rateClasses.includes(endpoint.rate) ? '' : 'rate class',
    idempotencyClasses.includes(endpoint.idempotency) ? '' : 'idempotency class',
    endpoint.answers?.[200] ? '' : 'answer schema',
    endpoint.method === 'GET' || endpoint.idempotency !== 'safe' ? '' : 'idempotency class that fits an unsafe method',
    endpoint.url?.includes(':') && !endpoint.params ? 'params schema' : '',
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(`Route ${endpoint.method} ${endpoint.url} lacks its ${faults.join(', ')}`);
}

function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  invalid = 'INVALID_REQUEST',
): Received<E> {
  const fields: Record<string, string> = {};
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues.slice(0, mostFields))
      fields[issue.path.join('.') || 'body'] ??= issue.message;
  };
  const received = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, request.body ?? undefined),
  };
  if (Object.keys(fields).length > 0) {
    const [message = 'The request is not valid.'] = Object.values(fields);
    throw new Refusal(400, invalid, message, { fields });
  }
  return received as Received<E>;
}

/** The key that a keyed call carries; null where it has none. @throws Refusal 400 */
function readKey(endpoint: Endpoint, header: FastifyRequest['headers'][string]): string | null {
  if (endpoint.idempotency !== 'keyed' || header === undefined) return null;
  const key = keySchema.safeParse(header);
  if (key.success) return key.data;
  throw new Refusal(400, 'INVALID_REQUEST', 'The Idempotency-Key must be 8 to 100 letters or digits.');
}

function callKeyOf(
  endpoint: Endpoint,
  key: string,
  asked: { received: Received<Endpoint>; subject: Subject | null; secret: string },
): CallKey {
  const { received, subject, secret } = asked;
  // Only what was read and checked: what else a body holds may be too deep to write down.
  const hash = hashRequest(secret, [received.params, received.query, received.body]);
  return { subject: subject?.studentId ?? `anonymous:${key}`, endpoint: endpoint.name, key, hash };
}

function serialise(endpoint: Endpoint, answer: unknown): Answered {
  if (answer instanceof WrittenAnswer) return answer;
  if (answer instanceof StreamAnswer) return { status: 200, body: answer, text: '' };
  const status = answer instanceof StatusAnswer ? answer.status : 200;
  const schema = endpoint.answers[status];
  if (!schema) throw new Error(`${endpoint.name} answered ${status}, which it does not declare`);
  const body = schema.parse(answer instanceof StatusAnswer ? answer.body : answer);
  return { status, body, text: JSON.stringify(body) };
}

/** Binds the parts once; the returned function is what every `*.routes.ts` mounts with. */
export function createMount(parts: MountParts): Mount {
  return (endpoint, handler, options = {}) => {
    requireDeclaration(endpoint);
    const answerCall = async (request: FastifyRequest, reply: FastifyReply) => {
      requireSameSite(request);
      const { subject, ticket } = await admit(endpoint, request, parts.sessions);
      const who = { address: request.ip, account: subject?.studentId ?? ticket?.studentId ?? null };
      const limit = await findLimit(parts.rates, endpoint.rate, who);
      const header = request.headers[idempotencyHeader];
      if (limit && (endpoint.idempotency !== 'keyed' || header === undefined || options.receive)) throw limit;
      // Before a body is received: what is refused after it would leave its bytes behind.
      const key = readKey(endpoint, header);
      const end = await options.receive?.(request, subject);
      const received = parseInput(endpoint, request, options.invalid);
      requireOwner(endpoint, subject, received);
      const callKey = key === null ? null : callKeyOf(endpoint, key, { received, subject, secret: parts.secret });
      const base = {
        ...received,
        subject,
        ticket,
        callKey,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        origin: siteOrigin(request),
        reply,
      };
      const run = async (db: Kysely<Database>) =>
        serialise(endpoint, await handler({ ...base, db } as Call<typeof endpoint>));

      reply.type('application/json; charset=utf-8');
      if (subject) reply.header(subjectHeader, subject.studentId);
      if (endpoint.isCacheable) {
        reply.header('cache-control', 'public, max-age=0, must-revalidate');
        // By what was read of the address: parameters that nobody asks for make no entries of their own.
        const address = JSON.stringify([endpoint.name, received.params, received.query]);
        return sendEncoded(request, reply, await parts.cache.read(address, async () => (await run(parts.db)).text));
      }
      reply.header('cache-control', 'no-store');
      const isKeyed = endpoint.idempotency === 'keyed' && !options.ownTransactions;
      const work = () =>
        (isKeyed ? runKeyed(parts.db, callKey, run) : run(parts.db)).finally(async () => {
          if (callKey && isRepeat(callKey)) await parts.rates.giveBack(endpoint.rate, who);
          await end?.();
        });
      const answered = limit ? await answerRepeat(parts.db, callKey, limit) : await work();
      if (answered.body instanceof File) return sendFile(reply, answered.body);
      if (answered.body instanceof StreamAnswer) return sendStream(reply, answered.body);
      return reply.code(answered.status).send(answered.text);
    };
    const { bodyLimit } = options;
    const size = bodyLimit === undefined ? {} : { bodyLimit };
    parts.app.route({ method: endpoint.method, url: endpoint.url, handler: answerCall, config: { endpoint }, ...size });
  };
}
