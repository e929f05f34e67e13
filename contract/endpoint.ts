import type * as z from 'zod';

/** Who may call. `ticket`: a browser with an unexpired lookup ticket. `owner`: a signed-in student, whose own id the call names (else 404). */
export const policies = ['public', 'ticket', 'student', 'owner', 'signature', 'loopback'] as const;

/** Which rate limit counts the call; the numbers are in `server/env.ts`. */
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
 * What a repeated call does. `safe`: the call changes nothing. `repeatable`: a repetition has the same result without a
 * key (sign-in, sign-out). `keyed`: the call takes an `Idempotency-Key`; its response is stored and returned again.
 */
export const idempotencyClasses = ['safe', 'repeatable', 'keyed'] as const;

export type Policy = (typeof policies)[number];
export type RateClass = (typeof rateClasses)[number];
export type IdempotencyClass = (typeof idempotencyClasses)[number];

/** One declaration of a call: the server mounts it, the client calls it, and both parse with its schemas. */
export type Endpoint = {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, from the site's root. */
  readonly url: string;
  readonly policy: Policy;
  readonly rate: RateClass;
  readonly idempotency: IdempotencyClass;
  /** A public GET that the server caches in memory with an ETag. */
  readonly isCacheable?: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Schema of the body for each status of a success; `z.file()` for a download. Every other status has a body of `failureSchema`. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
};

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed params, query and body that a handler receives. */
export type Received<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

type Part<Key extends string, S> = S extends z.ZodType ? { [K in Key]: Input<S> } : { [K in Key]?: undefined };

/** The params, query and body that a caller passes, before parsing. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

/** Body of the endpoint's responses, over all statuses of `answers`. */
export type Answer<E extends Endpoint> = { [S in keyof E['answers']]: Output<E['answers'][S]> }[keyof E['answers']];

/** Keeps the literal types of a declaration. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
