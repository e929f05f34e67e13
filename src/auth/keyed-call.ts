import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { dropDraft, readDraft, writeDraft } from '../offline/drafts.ts';

const draftOf = (endpoint: Endpoint) => `key:${endpoint.name}`;
const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const makeSalt = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** The server has answered for good; a 429 it may have answered without looking for the key. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'refused' && error.status < 500 && error.status !== 429;
}

function saltOf(endpoint: Endpoint): string {
  const kept = readDraft(draftOf(endpoint));
  if (typeof kept === 'string') return kept;
  const salt = makeSalt();
  writeDraft(draftOf(endpoint), salt);
  return salt;
}

/**
 * Key of a call that belongs to no student: the same for the same body in this tab, also after a reload, and another for
 * another body. The body, which may have a password, is not stored for it, and the salt never leaves the tab, so that the
 * key tells nothing of the body. Without a secure context each call has a key of its own.
 */
export async function keyOf(endpoint: Endpoint, body: unknown): Promise<string> {
  if (!globalThis.crypto.subtle) return makeSalt();
  const salted = new TextEncoder().encode(JSON.stringify([saltOf(endpoint), body]));
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', salted)));
}

/** The next call is a new one, also with the same body. */
export function forgetKey(endpoint: Endpoint): void {
  dropDraft(draftOf(endpoint));
}

/**
 * Makes a keyed call whose reply may be lost: sent again with the same body, it has its one effect and the first answer.
 * Once the server has answered, the next call is a new one. `given` is its key where it was asked for before. @throws ApiError
 */
export async function callOnce<E extends Endpoint>(
  api: Api,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
  given?: string,
): Promise<Answer<E>> {
  const key = given ?? (await keyOf(endpoint, input.body));
  try {
    const answer = await api.call(endpoint, input, { key, signal });
    forgetKey(endpoint);
    return answer;
  } catch (error) {
    if (isFinal(error)) forgetKey(endpoint);
    throw error;
  }
}
