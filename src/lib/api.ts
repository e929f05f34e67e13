import type { QueryClient } from '@tanstack/react-query';
import { type Failure, failureSchema } from '../../contract/answer.ts';
import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { clientHeader, clientName, idempotencyHeader, markerHeader } from '../../contract/headers.ts';

/** Why a call gave no answer: `offline` no answer of ours came; `refused` the server said no; `broken` the answer fits no schema. */
export type ApiErrorKind = 'offline' | 'refused' | 'broken';

/** A call that failed. `status`, `code` and `fields` are the server's where it answered. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly failure: Failure | null;

  constructor(kind: ApiErrorKind, message: string, status = 0, failure: Failure | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.failure = failure;
  }

  get code(): string | null {
    return this.failure?.code ?? null;
  }
}

/**
 * `hear` gets the answer's headers, for calls that say something there, such as how many pages a list has.
 * With `credentials` `omit` the call carries no cookie and names nobody.
 */
export type CallOptions = {
  signal?: AbortSignal;
  key?: string;
  hear?: (headers: Headers) => void;
  credentials?: 'omit';
};
export type Api = {
  /** Calls an endpoint and parses the answer. @throws ApiError */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
};

async function readFailure(response: Response): Promise<Failure | null> {
  const parsed = failureSchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : null;
}

async function parseAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  const schema = endpoint.answers[response.status];
  if (!schema) {
    const failure = await readFailure(response);
    throw new ApiError('refused', failure?.message ?? 'Something went wrong.', response.status, failure);
  }
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new ApiError('broken', 'The answer could not be read.', response.status);
  return parsed.data as Answer<E>;
}

/** Calls of the contract over `send`: the browser's fetch, or the server's own injection while it renders. */
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
      const response = await send(endpointUrl(endpoint, input), request).catch((error: unknown) => {
        if (options.signal?.aborted) throw error;
        throw new ApiError('offline', 'No response from server');
      });
      // A captive portal answers 200 with a page of its own: only the marker proves our server.
      if (!response.headers.has(markerHeader)) throw new ApiError('offline', 'No response from server');
      options.hear?.(response.headers);
      return parseAnswer(endpoint, response);
    },
  };
}

const apis = new WeakMap<QueryClient, Api>();

/** Ties a query client to the way its queries reach the server. */
export function bindApi(client: QueryClient, api: Api): void {
  apis.set(client, api);
}

/** The calls of a query client. @throws Error where `bindApi` was forgotten */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('This query client is bound to no api');
  return api;
}
