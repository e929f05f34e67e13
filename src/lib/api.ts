import type { QueryClient } from '@tanstack/react-query';
import { type Failure, failureSchema } from '../../contract/answer.ts';
import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { clientHeader, clientName, idempotencyHeader, markerHeader } from '../../contract/headers.ts';
import { parseRefusal } from '../../contract/refusals.ts';
import { retryAfterOf } from './retry-after.ts';

/**
 * Why a call failed. `offline`: our server did not respond, or its response was cut off; `refused`: it responded with a
 * refusal that the endpoint declares; `broken`: its response, whatever the status, is not one that the endpoint
 * declares.
 */
type ApiErrorKind = 'offline' | 'refused' | 'broken';

type ApiErrorDetails = { failure?: Failure; endpoint?: string; retryAfterMs?: number };

/**
 * A failed call. `status`: HTTP status; 0 if there was no complete response of our server. `failure` and `endpoint` are
 * set only for a refusal that the endpoint declares; otherwise `failure` is null and `endpoint` is empty.
 * `retryAfterMs`: how long the server, or a proxy in front of it, asks to wait; 0 if it does not say.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly failure: Failure | null;
  readonly endpoint: string;
  readonly retryAfterMs: number;

  constructor(kind: ApiErrorKind, message: string, status = 0, details: ApiErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.failure = details.failure ?? null;
    this.endpoint = details.endpoint ?? '';
    this.retryAfterMs = details.retryAfterMs ?? 0;
  }

  get code(): string | null {
    return this.failure?.code ?? null;
  }

  /** The refusal's data, parsed by the schema that the endpoint declares for its code. `isRefusal` narrows the type. */
  get data(): unknown {
    return this.failure?.data;
  }
}

/** Whether a call failed because our server did not respond, or because its response was cut off. */
export const isOfflineError = (error: unknown): boolean => error instanceof ApiError && error.kind === 'offline';

/** How long to wait before a failed call is repeated, in ms; 0 if the response did not say. */
export const pauseAfter = (error: unknown): number => (error instanceof ApiError ? error.retryAfterMs : 0);

/**
 * `key`: idempotency key. `onHeaders` gets the response headers, such as the number of pages of a list. `credentials:
 * 'omit'` sends the call without the session cookie, so it is anonymous.
 */
export type CallOptions = {
  signal?: AbortSignal;
  key?: string;
  onHeaders?: (headers: Headers) => void;
  credentials?: 'omit';
};
export type Api = {
  /** Calls an endpoint and parses the response. @throws ApiError, or the signal's reason after an abort */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
};

const noResponse = (retryAfterMs = 0) => new ApiError('offline', 'No response from server', 0, { retryAfterMs });

/**
 * Returns a handler for the error of a request without a complete response: throws the signal's reason after an abort,
 * or else an `offline` error.
 */
function throwOffline(signal: AbortSignal | undefined, retryAfterMs = 0) {
  return (error: unknown): never => {
    throw signal?.aborted ? error : noResponse(retryAfterMs);
  };
}

/**
 * Parses a response by the endpoint's schemas. @throws ApiError if the response is a refusal, is not one that the
 * endpoint declares, or was cut off
 */
async function parseAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<Answer<E>> {
  const { status } = response;
  const retryAfterMs = retryAfterOf(response.headers);
  const text = await response.text().catch(throwOffline(signal, retryAfterMs));
  const schema = endpoint.answers[status];
  const body = parseJson(text);
  // Treat incomplete JSON as a response that was cut off. Our server sends only complete JSON, and some browsers report
  // no error when the connection is lost in the middle of a response.
  if (schema && body === undefined) throw noResponse();
  const parsed = (schema ?? failureSchema).safeParse(body);
  if (schema && parsed.success) return parsed.data as Answer<E>;
  const refusal = schema || !parsed.success ? null : parseRefusal(endpoint, parsed.data as Failure);
  throw refusal
    ? new ApiError('refused', refusal.message, status, { failure: refusal, endpoint: endpoint.name, retryAfterMs })
    : new ApiError('broken', 'The response could not be read.', status, { retryAfterMs });
}

/** The value of a JSON text; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates an API client. `send`: the page's fetch, or direct calls to the server's routes during server rendering. */
export function createApi(send: typeof fetch): Api {
  return {
    async call(endpoint, input, options = {}) {
      const headers: Record<string, string> = { [clientHeader]: clientName, accept: 'application/json' };
      if (input.body !== undefined) headers['content-type'] = 'application/json';
      if (options.key) headers[idempotencyHeader] = options.key;
      const { credentials = 'same-origin' } = options;
      const request: RequestInit = { method: endpoint.method, headers, credentials };
      if (input.body !== undefined) request.body = JSON.stringify(input.body);
      if (options.signal) request.signal = options.signal;
      const response = await send(endpointUrl(endpoint, input), request).catch(throwOffline(options.signal));
      // Every response of our server has `markerHeader`. A response without it comes from something else, such as a
      // captive portal, which responds with 200 and a page of its own.
      if (!response.headers.has(markerHeader)) throw noResponse(retryAfterOf(response.headers));
      options.onHeaders?.(response.headers);
      return parseAnswer(endpoint, response, options.signal);
    },
  };
}

const apis = new WeakMap<QueryClient, Api>();

/** Sets the API client that the queries of a query client use. */
export function bindApi(client: QueryClient, api: Api): void {
  apis.set(client, api);
}

/** The API client of a query client. @throws Error if `bindApi` was not called */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('This query client is bound to no api');
  return api;
}
