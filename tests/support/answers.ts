import { apiVersion, markerHeader } from '../../contract/headers.ts';
import { type Api, createApi } from '../../src/lib/api.ts';

/** The response to a call: a status, a body and perhaps headers, or no response at all. */
export type Answered = { status?: number; body: unknown; headers?: Record<string, string> } | 'no answer';
export type SentCall = { method: string; url: string; body: unknown; headers: Headers };

export function failureBody(status: number, code: string, message: string, data?: unknown) {
  return { statusCode: status, code, errorCode: code, message, requestId: 'r1', data };
}

/** A refusal in the server’s format. */
export function refusal(status: number, code: string, message = code, data?: unknown): Answered {
  return { status, body: failureBody(status, code, message, data) };
}

/**
 * The real API client, which gets prepared responses by `METHOD /path`. A response can also be a function of the call.
 * `sent` lists every call.
 */
export function answeringApi(answers: Record<string, Answered | ((call: SentCall) => Answered)>): {
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
    const answered = typeof found === 'function' ? found(call) : found;
    if (!answered) throw new Error(`no answer was prepared for ${method} ${url}`);
    if (answered === 'no answer') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answered.body), {
      status: answered.status ?? 200,
      headers: { ...answered.headers, [markerHeader]: apiVersion },
    });
  });
  return { api, sent };
}
