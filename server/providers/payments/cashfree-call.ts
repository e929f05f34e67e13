import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../parse-json.ts';

/** How to call Cashfree's API. `timeoutMs` limits a whole call. */
export type CashfreeAccess = { baseUrl: string; clientId: string; clientSecret: string; timeoutMs?: number };

/**
 * A request to Cashfree's API. `method`: by default POST if there is a body, otherwise GET. `idempotencyKey`: a retry
 * must use the same key, so that it has no second effect.
 */
type CashfreeRequest = { path: string; method?: 'PATCH'; body?: object; idempotencyKey?: string };

export type CashfreeCall = <S extends z.ZodType>(schema: S, request: CashfreeRequest) => Promise<z.output<S>>;

/** The version of Cashfree's API that this client uses; Cashfree's own SDK uses it too. */
const apiVersion = '2026-01-01';
const defaultTimeoutMs = 10_000;
/**
 * HTTP statuses in the range 4xx that are caused by our account or by a temporary condition, not by the request
 * itself.
 */
const temporaryStatuses = [401, 403, 408, 425, 429];

const errorSchema = z.object({ message: z.string(), code: z.string().optional() });

/**
 * Thrown if a call to Cashfree has failed. `status` is the HTTP status, or 0 if there was no response; `code` is
 * Cashfree's error code, or '' if there was none.
 */
export class CashfreeError extends Error {
  override name = 'CashfreeError';
  readonly status: number;
  readonly code: string;

  constructor(message: string, details: { status: number; code?: string | undefined; cause?: unknown }) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code ?? '';
  }

  /**
   * True if Cashfree refuses the request permanently. False for a response without an error code, because it may be the
   * error page of a proxy.
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && !temporaryStatuses.includes(this.status) && this.code !== '';
  }
}

/**
 * Makes a UUID from an idempotency key and the body of the request. A retry with the same body has the same UUID and
 * gets the first response. A changed body counts as a new request; Cashfree refuses it, because an order or refund
 * with this id exists already.
 */
function toUuid(key: string, body: string): string {
  const hex = createHash('sha256').update(`${key}\n${body}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function headersOf(access: CashfreeAccess, requestId: string): Record<string, string> {
  return {
    accept: 'application/json',
    'x-api-version': apiVersion,
    'x-client-id': access.clientId,
    'x-client-secret': access.clientSecret,
    'x-request-id': requestId,
  };
}

const methodOf = ({ method, body }: CashfreeRequest) => method ?? (body ? 'POST' : 'GET');

async function send(access: CashfreeAccess, request: CashfreeRequest, requestId: string) {
  const { path, body, idempotencyKey } = request;
  const method = methodOf(request);
  const text = body && JSON.stringify(body);
  const headers = headersOf(access, requestId);
  if (text !== undefined) headers['content-type'] = 'application/json';
  if (text !== undefined && idempotencyKey) headers['x-idempotency-key'] = toUuid(idempotencyKey, text);
  const signal = AbortSignal.timeout(access.timeoutMs ?? defaultTimeoutMs);
  const sent = text === undefined ? { method } : { method, body: text };
  // Redirects are not followed, because the client secret would then be sent to another URL.
  const reply = await fetch(`${access.baseUrl}${path}`, { ...sent, headers, signal, redirect: 'manual' });
  return { status: reply.status, isOk: reply.ok, json: parseJson(await reply.text()) };
}

/**
 * Creates a client of Cashfree's REST API. It throws every failure as a `CashfreeError`, including a response that
 * does not match `schema`.
 */
export function createCashfreeCall(access: CashfreeAccess): CashfreeCall {
  return async (schema, request) => {
    const requestId = randomUUID();
    const what = `Cashfree ${methodOf(request)} ${request.path} (request ${requestId})`;
    const { status, isOk, json } = await send(access, request, requestId).catch((cause: unknown) => {
      throw new CashfreeError(`${what}: no answer`, { status: 0, cause });
    });
    if (!isOk) {
      const parsedError = errorSchema.safeParse(json);
      const { code, message } = parsedError.success ? parsedError.data : { code: '', message: 'no error body' };
      throw new CashfreeError(`${what}: ${status} ${code ?? ''} ${message}`, { status, code });
    }
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new CashfreeError(`${what}: an answer of unknown shape`, { status, cause: parsed.error });
  };
}
