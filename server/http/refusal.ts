import type * as z from 'zod';
import type { Failure } from '../../contract/answer.ts';
import {
  baseRefusals,
  type Endpoint,
  idempotencyRefusals,
  policyRefusals,
  type RefusalRule,
  type RefusalTable,
} from '../../contract/endpoint.ts';
import { isDeclared, statusesOf } from '../../contract/refusals.ts';

type Details = {
  fields?: Record<string, string>;
  data?: unknown;
  /** Seconds after which a retry makes sense. They are sent in the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
  /**
   * The call named an object that belongs to somebody else. Only the security log records this: the response must not
   * tell such an object from one that does not exist.
   */
  isForeign?: boolean;
};

/**
 * An error that the caller can act on. Handlers and rules create it by `refuse`; the error handler turns it into a
 * failure response (docs/product.md#errors).
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  readonly isForeign: boolean;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    const { fields, data, retryAfter, cause, isForeign = false } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
    this.isForeign = isForeign;
  }

  toBody(requestId: string): Failure {
    return {
      statusCode: this.status,
      code: this.code,
      errorCode: this.code,
      message: this.message,
      requestId,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

type DetailsOf<Rule> = Omit<Details, 'data'> &
  (Rule extends { data: infer S extends z.ZodType } ? { data: z.input<S> } : { data?: never }) &
  (Rule extends readonly number[] ? { status?: Rule[number] } : { status?: never });
type DetailsArgument<Rule> = Rule extends { data: z.ZodType }
  ? [details: DetailsOf<Rule>]
  : [details?: DetailsOf<Rule>];

/**
 * Creates a refusal that the contract declares, for example `refuse(endSessions.refusals, 'CURRENT_SESSION', '…')`. The
 * contract determines the HTTP status. `details` may name a status only if the contract declares several statuses for
 * the code.
 */
export function refuse<Table extends RefusalTable, Code extends keyof Table & string>(
  table: Table,
  code: Code,
  message: string,
  ...[details]: DetailsArgument<Table[Code]>
): Refusal {
  const rule: RefusalRule | undefined = table[code];
  const { status = rule === undefined ? undefined : statusesOf(rule)[0], ...rest }: Details & { status?: number } =
    details ?? {};
  if (status === undefined) throw new Error(`no refusal ${code} is declared`);
  return new Refusal(status, code, message, rest);
}

/** Recreates a refusal from the response that was stored under an idempotency key. */
export function storedRefusal({ status, body }: { status: number; body: unknown }): Refusal {
  const { code, message, fields, data } = body as Failure;
  return new Refusal(status, code, message, { ...(fields ? { fields } : {}), data });
}

/** The refusal of a request that Fastify or a plugin has rejected with this HTTP status. */
export const unreadableRequest = (status: number) =>
  new Refusal(
    status,
    'INVALID_REQUEST',
    status === 413 ? 'The request is too large.' : 'The request could not be read.',
  );

/** Describes a refusal that the endpoint's contract does not declare; null if the contract declares it. */
export function undeclaredRefusal(endpoint: Endpoint, refusal: Refusal): string | null {
  if (isDeclared(endpoint, refusal)) return null;
  return `${endpoint.name} does not declare ${refusal.status} ${refusal.code} with this data`;
}

export const notFound = () => refuse(policyRefusals.owner, 'NOT_FOUND', 'Not found.');
export const signInNeeded = () => refuse(policyRefusals.student, 'UNAUTHORIZED_REQUEST', 'Please sign in.');
export const foreignOrigin = (message = 'This call must come from the site itself.') =>
  refuse(idempotencyRefusals.repeatable, 'FORBIDDEN_ORIGIN', message);

/** Creates a 400 refusal. `fields` has a message for each invalid field. */
export const invalidRequest = (message: string, fields?: Record<string, string>, details?: { isForeign: boolean }) =>
  refuse(baseRefusals, 'INVALID_REQUEST', message, { ...(fields ? { fields } : {}), ...details });

export const busy = (retryAfter = 2, cause?: unknown) =>
  refuse(baseRefusals, 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter, cause });
