import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../parse-json.ts';

/** Access to Cashfree's API. `timeoutMs` limits a whole call. */
export type CashfreeAccess = { baseUrl: string; clientId: string; clientSecret: string; timeoutMs?: number };

/**
 * A request to Cashfree's API. `method`: by default POST if there is a body, otherwise GET. `idempotencyKey`: repeated
 * attempts to cause the same effect must send the same key.
 */
type CashfreeRequest = { path: string; method?: 'PATCH'; body?: object; idempotencyKey?: string };

export type CashfreeCall = <S extends z.ZodType>(schema: S, request: CashfreeRequest) => Promise<z.output<S>>;

/** The version of Cashfree's API that its SDK uses. */
const apiVersion = '2026-01-01';
const defaultTimeoutMs = 10_000;
/** HTTP statuses of errors that are caused by our account or a temporary condition, not by the request itself. */
const temporaryStatuses = [401, 403, 408, 425, 429];

const errorSchema = z.object({ message: z.string(), code: z.string().optional() });

/**
 * Thrown if a call to Cashfree has failed. `status` is 0 if there was no response; `code` is Cashfree's error code or
 * ''.
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
   * True if Cashfree refuses the request permanently. An error code is required, because the error page of a proxy has
   * none.
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && !temporaryStatuses.includes(this.status) && this.code !== '';
  }
}

/**
 * Turns an idempotency key into a UUID, which also depends on the body. A retry with the same body gets the first
 * response. A changed body is a new request, which Cashfree refuses because the id of the order or refund exists already.
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
  // Redirects are not followed, because the secret would then be sent to another address.
  const reply = await fetch(`${access.baseUrl}${path}`, { ...sent, headers, signal, redirect: 'manual' });
  return { status: reply.status, isOk: reply.ok, json: parseJson(await reply.text()) };
}

/**
 * Creates a client of Cashfree's REST API. Every failure is thrown as a `CashfreeError`, also a response that `schema`
 * rejects.
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
