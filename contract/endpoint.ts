import type * as z from 'zod';
import type { StaffPermission } from './staff/permissions.ts';

/** Who may call an endpoint. */
export const policies = [
  'public',
  // A browser with an unexpired lookup ticket, the cookie that says which account this browser has looked up.
  'ticket',
  'student',
  // A signed-in student whose own id is in the request. Another id gets 404.
  'owner',
  // Another server that signs its calls.
  'signature',
  // The server's own machine. Other callers get 404.
  'loopback',
  // A signed-in staff member whose role has the endpoint's permission.
  'staff',
  // A browser that has begun a staff sign-in or accepted an invitation, or is signed in as staff.
  'staffPending',
] as const;

/**
 * How an error code is sent: its HTTP status, or its status and the schema of its `data`. A code with several statuses
 * lists the usual one first.
 */
export type RefusalRule = number | readonly number[] | { readonly status: number; readonly data: z.ZodType };
/** The error codes of an endpoint and how each is sent. */
export type RefusalTable = Readonly<Record<string, RefusalRule>>;

/** The refusals of every endpoint: invalid input, a rate limit, an internal error, and an overloaded server. */
export const baseRefusals = { INVALID_REQUEST: 400, RATE_LIMITED: 429, INTERNAL_ERROR: 500, UNAVAILABLE: 503 } as const;

/**
 * The refusals that each policy (who may call) adds to an endpoint. The refusals of staff endpoints are declared in
 * `staff/staff-endpoint.ts`, because this table is part of the scripts that students download first.
 */
export const policyRefusals = {
  public: {},
  ticket: { LOOKUP_EXPIRED: 401 },
  student: { UNAUTHORIZED_REQUEST: 401 },
  owner: { UNAUTHORIZED_REQUEST: 401, NOT_FOUND: 404 },
  signature: { FORGED_WEBHOOK: 401 },
  loopback: { NOT_FOUND: 404 },
} as const satisfies Record<Exclude<Policy, StaffPolicy>, RefusalTable>;

/** The rate limits; each call counts towards one of them. How many calls each allows is set in `server/env.ts`. */
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

/** What happens when a call is repeated. */
export const idempotencyClasses = [
  // A repeat has no effect, because the call only reads.
  'safe',
  // A repeat has the same result even without an idempotency key. Examples are sign-in and sign-out.
  'repeatable',
  // The call takes an `Idempotency-Key`. Its response is stored under this key and sent again to a repeat.
  'keyed',
] as const;

/**
 * Refusals of every endpoint that is not `safe`: its body may be too large or of a wrong type, and calls from other
 * sites are rejected.
 */
const unsafeRefusals = { INVALID_REQUEST: [400, 413, 415], FORBIDDEN_ORIGIN: 403 } as const;

/** The refusals that each idempotency class (what happens when a call is repeated) adds to an endpoint. */
export const idempotencyRefusals = {
  safe: {},
  repeatable: unsafeRefusals,
  keyed: { ...unsafeRefusals, IN_PROGRESS: 409, IDEMPOTENCY_KEY_REUSED: 422 },
} as const satisfies Record<(typeof idempotencyClasses)[number], RefusalTable>;

export type Policy = (typeof policies)[number];
export type StaffPolicy = Extract<Policy, 'staff' | 'staffPending'>;
export type RateClass = (typeof rateClasses)[number];
export type IdempotencyClass = (typeof idempotencyClasses)[number];

/** The declaration of an API call: the server mounts it, the client calls it, and both parse with its schemas. */
export type Endpoint = {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The endpoint's path from the site's root, with `:name` parameters. */
  readonly url: string;
  readonly policy: Policy;
  /**
   * The permission that the caller's role must have; null if every role may make the call. Set only for calls with the
   * policy `staff`.
   */
  readonly permission?: StaffPermission | null;
  /**
   * Whether the staff member must have authenticated within the last minutes (step-up authentication). `true`: for
   * every call. A function decides by the body of the call.
   */
  readonly stepUp?: true | ((body: never) => boolean);
  readonly rate: RateClass;
  readonly idempotency: IdempotencyClass;
  /** True for a public GET that the server caches in memory and sends with an ETag. */
  readonly isCacheable?: boolean;
  /** True for a GET whose response is large and differs between students. It is compressed for each call. */
  readonly isCompressed?: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Schemas of the response body, keyed by successful HTTP status; `z.file()` for a download. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /**
   * The refusals that only this endpoint declares. Those in `baseRefusals`, `policyRefusals` and `idempotencyRefusals`
   * apply as well. The response bodies match `failureSchema`.
   */
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

/** The body of an endpoint's response: the union over all statuses in `answers`. */
export type Answer<E extends Endpoint> = { [S in keyof E['answers']]: Output<E['answers'][S]> }[keyof E['answers']];

type PolicyRefusals<E extends Endpoint> = E['policy'] extends keyof typeof policyRefusals
  ? (typeof policyRefusals)[E['policy']]
  : object;
type OwnRefusals<E extends Endpoint> = E extends { readonly refusals: infer Own } ? Own : object;

/** The error codes that an endpoint may return. */
export type RefusalCode<E extends Endpoint> = (
  | keyof OwnRefusals<E>
  | keyof typeof baseRefusals
  | keyof PolicyRefusals<E>
  | keyof (typeof idempotencyRefusals)[E['idempotency']]
) &
  string;

/**
 * The `data` of an endpoint's refusal; undefined for a code without data. Only an endpoint's own refusals have data.
 */
export type RefusalData<E extends Endpoint, Code extends RefusalCode<E>> = Code extends keyof OwnRefusals<E>
  ? OwnRefusals<E>[Code] extends { readonly data: infer S extends z.ZodType }
    ? z.output<S>
    : undefined
  : undefined;

/**
 * Returns the declaration of an endpoint unchanged. TypeScript keeps its literal types, from which the types of inputs,
 * responses and error codes are derived.
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
