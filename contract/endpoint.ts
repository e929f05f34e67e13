import type * as z from 'zod';

/** Who may call. `ticket`: holds a live lookup ticket; `owner`: a student, and the id named in the call is the student's own (else 404). */
export const policies = ['public', 'ticket', 'student', 'owner', 'signature', 'loopback'] as const;

/** Which limit counts the call; the numbers stand in `server/env.ts`. */
export const rateClasses = [
  'read',
  'lookup',
  'contact',
  'signIn',
  'code',
  'write',
  'order',
  'form',
  'telemetry',
] as const;

/**
 * What a repeat does. `safe`: changes nothing. `repeatable`: a repeat ends the same without a key (sign-in, sign-out).
 * `keyed`: takes `Idempotency-Key`; the answer is stored with the effect and given again.
 */
export const idempotencyClasses = ['safe', 'repeatable', 'keyed'] as const;

export type Policy = (typeof policies)[number];
export type RateClass = (typeof rateClasses)[number];
export type IdempotencyClass = (typeof idempotencyClasses)[number];

/** One declaration of a call: the server mounts it, the client calls it, both parse with it. */
export type Endpoint = {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, from the site's root. */
  readonly url: string;
  readonly policy: Policy;
  readonly rate: RateClass;
  readonly idempotency: IdempotencyClass;
  /** Public GETs that may be kept in memory with an ETag and saved by the worker. */
  readonly isCacheable?: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Schema of the body for each status that is an answer, `z.file()` for one to save; every other status carries `failureSchema`. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
};

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler reads: parsed params, query and body. */
export type Received<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

type Part<Key extends string, S> = S extends z.ZodType ? { [K in Key]: Input<S> } : { [K in Key]?: undefined };

/** What a caller gives: params, query and body before parsing. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

/** Body of the endpoint's answers, over all its statuses. */
export type Answer<E extends Endpoint> = { [S in keyof E['answers']]: Output<E['answers'][S]> }[keyof E['answers']];

/** Keeps the literal types of a declaration. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
