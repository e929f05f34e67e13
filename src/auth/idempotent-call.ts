import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import { isStoredRefusal } from '../../contract/stored-refusal.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { dropDraft, readDraft, writeDraft } from '../offline/session/drafts.ts';

/** Name of the draft (an entry in sessionStorage) that stores the salt of an endpoint's idempotency keys. */
const saltDraft = (endpoint: Endpoint) => `key:${endpoint.name}`;
const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const makeSalt = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

function saltOf(endpoint: Endpoint): string {
  const saved = readDraft(saltDraft(endpoint));
  if (typeof saved === 'string') return saved;
  const salt = makeSalt();
  writeDraft(saltDraft(endpoint), salt);
  return salt;
}

/**
 * Idempotency key of a call that needs no sign-in session. It is a salted hash of the request body, so that the same
 * body has the same key in this tab, even after a reload. The salt never leaves the tab, so the key reveals nothing
 * about the body, which may contain a password. Without `crypto.subtle` (insecure context), each call gets a random
 * key.
 */
export async function idempotencyKeyOf(endpoint: Endpoint, body: unknown): Promise<string> {
  if (!globalThis.crypto.subtle) return makeSalt();
  const salted = new TextEncoder().encode(JSON.stringify([saltOf(endpoint), body]));
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', salted)));
}

/** Gives the next call of the endpoint a new idempotency key, even if it has the same body. */
export function forgetIdempotencyKey(endpoint: Endpoint): void {
  dropDraft(saltDraft(endpoint));
}

/**
 * Makes a call that takes effect only once. If no response comes, repeat the call: a repeat with the same body has no
 * second effect and returns the first response.
 * After a success, or a refusal that the server stores under the key, the next call counts as a new one. `key`: the
 * idempotency key; by default, `idempotencyKeyOf` makes it.
 * @throws ApiError
 */
export async function callOnce<E extends Endpoint>(
  api: Api,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
  key?: string,
): Promise<Answer<E>> {
  const idempotencyKey = key ?? (await idempotencyKeyOf(endpoint, input.body));
  try {
    const response = await api.call(endpoint, input, { key: idempotencyKey, signal });
    forgetIdempotencyKey(endpoint);
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.failure && isStoredRefusal(error)) forgetIdempotencyKey(endpoint);
    throw error;
  }
}
