import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';

/** How Cashfree is reached (integrations, "Payments"); `timeoutMs` bounds a whole call. */
export type CashfreeAccess = { baseUrl: string; clientId: string; clientSecret: string; timeoutMs?: number };

/** A POST where there is a body and nothing else is said; `idempotencyKey` names its effect. */
export type CashfreeRequest = { path: string; method?: 'PATCH'; body?: object; idempotencyKey?: string };

export type CashfreeCall = <S extends z.ZodType>(answer: S, request: CashfreeRequest) => Promise<z.output<S>>;

/** The version that the provider's own SDK pins. */
const apiVersion = '2026-01-01';
const patience = 10_000;
/** Statuses that say something about the moment or about our account, not about the request. */
const passing = [401, 403, 408, 425, 429];

const errorSchema = z.object({ message: z.string(), code: z.string().optional() });

/** What came instead of an answer: `status` 0 where none came, `code` as Cashfree names it, else ''. */
export class CashfreeError extends Error {
  override name = 'CashfreeError';
  readonly status: number;
  readonly code: string;

  constructor(message: string, told: { status: number; code?: string | undefined; cause?: unknown }) {
    super(message, { cause: told.cause });
    this.status = told.status;
    this.code = told.code ?? '';
  }

  /** The request was understood and refused: a repeat is useless. Needs a code: a proxy on the way knows none. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && !passing.includes(this.status) && this.code !== '';
  }
}

/**
 * A UUID for one effect and one body: a repeat with the same body is answered as the first was, and a body that had to
 * change is a new request, which the order's or refund's own id then refuses.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const methodOf = ({ method, body }: CashfreeRequest) => method ?? (body ? 'POST' : 'GET');

async function send(access: CashfreeAccess, request: CashfreeRequest, requestId: string) {
  const { path, body, idempotencyKey } = request;
  const method = methodOf(request);
  const text = body && JSON.stringify(body);
  const headers = headersOf(access, requestId);
  if (text !== undefined) headers['content-type'] = 'application/json';
  if (text !== undefined && idempotencyKey) headers['x-idempotency-key'] = toUuid(idempotencyKey, text);
  const signal = AbortSignal.timeout(access.timeoutMs ?? patience);
  const sent = text === undefined ? { method } : { method, body: text };
  // A redirect would carry the secret elsewhere.
  const reply = await fetch(`${access.baseUrl}${path}`, { ...sent, headers, signal, redirect: 'manual' });
  return { status: reply.status, isFine: reply.ok, json: parseJson(await reply.text()) };
}

/** Calls of Cashfree's REST interface. Every failure is a `CashfreeError`, also an answer of another shape than `answer`. */
export function createCashfreeCall(access: CashfreeAccess): CashfreeCall {
  return async (answer, request) => {
    const requestId = randomUUID();
    const what = `Cashfree ${methodOf(request)} ${request.path} (request ${requestId})`;
    const { status, isFine, json } = await send(access, request, requestId).catch((cause: unknown) => {
      throw new CashfreeError(`${what}: no answer`, { status: 0, cause });
    });
    if (!isFine) {
      const told = errorSchema.safeParse(json);
      const { code, message } = told.success ? told.data : { code: '', message: 'no error body' };
      throw new CashfreeError(`${what}: ${status} ${code ?? ''} ${message}`, { status, code });
    }
    const parsed = answer.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new CashfreeError(`${what}: an answer of unknown shape`, { status, cause: parsed.error });
  };
}
