import type * as z from 'zod';

/** Who may call. `ticket`: a browser with an unexpired lookup ticket. `owner`: a signed-in student, whose own id the call names (else 404). */
export const policies = ['public', 'ticket', 'student', 'owner', 'signature', 'loopback'] as const;

/**
 * How an error code is sent: its HTTP status, or its status and the schema of its `data`. A code with several statuses lists
 * the usual one first.
 */
export type RefusalRule = number | readonly number[] | { readonly status: number; readonly data: z.ZodType };
/** Error codes and how each is sent. */
export type RefusalTable = Readonly<Record<string, RefusalRule>>;

/** The refusals of every endpoint: invalid input, a rate limit, a fault of ours, and an overloaded server. */
export const baseRefusals = { INVALID_REQUEST: 400, RATE_LIMITED: 429, INTERNAL_ERROR: 500, UNAVAILABLE: 503 } as const;

/** The refusals of each policy. */
export const policyRefusals = {
  public: {},
  ticket: { LOOKUP_EXPIRED: 401 },
  student: { UNAUTHORIZED_REQUEST: 401 },
  owner: { UNAUTHORIZED_REQUEST: 401, NOT_FOUND: 404 },
  signature: { FORGED_WEBHOOK: 401 },
  loopback: { NOT_FOUND: 404 },
} as const satisfies Record<(typeof policies)[number], RefusalTable>;

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

/** Any call that is not safe has a body, which may be too large or of a wrong type, and must come from our own pages. */
const unsafeRefusals = { INVALID_REQUEST: [400, 413, 415], FORBIDDEN_ORIGIN: 403 } as const;

/** The refusals of each idempotency class. */
export const idempotencyRefusals = {
  safe: {},
  repeatable: unsafeRefusals,
  keyed: { ...unsafeRefusals, IN_PROGRESS: 409, IDEMPOTENCY_KEY_REUSED: 422 },
} as const satisfies Record<(typeof idempotencyClasses)[number], RefusalTable>;

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
  /** Schema of the body for each status of a success; `z.file()` for a download. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** Refusals besides those of every endpoint, of the policy and of the idempotency class; bodies of `failureSchema`. */
  readonly refusals?: RefusalTable;
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

type OwnRefusals<E extends Endpoint> = E extends { readonly refusals: infer Own } ? Own : object;

/** Error codes that the endpoint may return. */
export type RefusalCode<E extends Endpoint> = (
  | keyof OwnRefusals<E>
  | keyof typeof baseRefusals
  | keyof (typeof policyRefusals)[E['policy']]
  | keyof (typeof idempotencyRefusals)[E['idempotency']]
) &
  string;

/** `data` of a refusal of the endpoint; undefined for a code without data. Only an endpoint's own refusals have data. */
export type RefusalData<E extends Endpoint, Code extends RefusalCode<E>> = Code extends keyof OwnRefusals<E>
  ? OwnRefusals<E>[Code] extends { readonly data: infer S extends z.ZodType }
    ? z.output<S>
    : undefined
  : undefined;

/** Keeps the literal types of a declaration. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
