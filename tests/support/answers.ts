import { apiVersion, markerHeader } from '../../contract/headers.ts';
import { type Api, createApi } from '../../src/lib/api.ts';

/**
 * A prepared response to an API call: a status, a body and perhaps headers. `no answer`: the call gets no response at
 * all.
 */
export type Answered = { status?: number; body: unknown; headers?: Record<string, string> } | 'no answer';
export type SentCall = { method: string; url: string; body: unknown; headers: Headers };

export function failureBody(status: number, code: string, message: string, data?: unknown) {
  return { statusCode: status, code, errorCode: code, message, requestId: 'r1', data };
}

/** A refusal in the format in which the product's server sends it. */
export function refusal(status: number, code: string, message = code, data?: unknown): Answered {
  return { status, body: failureBody(status, code, message, data) };
}

/**
 * The real API client on a fake network. For each `METHOD /path`, the test prepares a response, or a function that
 * computes the response from the call. `sent`: every call.
 */
export function answeringApi(answers: Record<string, Answered | ((call: SentCall) => Answered | Promise<Answered>)>): {
  api: Api;
  sent: SentCall[];
} {
  const sent: SentCall[] = [];
  const api = createApi(async (input, init = {}) => {
    const url = String(input);
    const method = init.method ?? 'GET';
    const body = init.body ? JSON.parse(String(init.body)) : undefined;
    const call = { method, url, body, headers: new Headers(init.headers) };
    sent.push(call);
    const found = answers[`${method} ${url.split('?')[0]}`];
    const answered = typeof found === 'function' ? await found(call) : found;
    if (!answered) throw new Error(`no answer was prepared for ${method} ${url}`);
    if (answered === 'no answer') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answered.body), {
      status: answered.status ?? 200,
      headers: { ...answered.headers, [markerHeader]: apiVersion },
    });
  });
  return { api, sent };
}
