import { addToCart, removeFromCart } from '../../../contract/cart.ts';
import { replayedHeader } from '../../../contract/headers.ts';
import { addContact, addGrievance } from '../../../contract/submissions.ts';
import { type Api, ApiError, type CallOptions } from '../../lib/api.ts';
import type { PageFetchDeps } from '../calls/page-fetch.ts';
import type { CartRow, RowFault } from './row.ts';
import type { Delivery } from './row-rules.ts';
import type { OutgoingRow } from './sender.ts';

const timeoutMs = 20_000;
const laterStatuses: readonly number[] = [408, 425, 429];
const unknownError = { code: 'UNKNOWN_ERROR', message: 'An error occurred' };

/** Converts the error of a call to the result of sending its outbox row. */
export function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof ApiError) || error.kind === 'offline') {
    const fault: RowFault = { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false };
    const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : 0;
    return { kind: 'unanswered', fault, isFromServer: false, retryAfterMs };
  }
  // The server has made the change, so it counts as delivered. Only the response could not be parsed, because it comes
  // from another release.
  if (error.status < 400) return { kind: 'delivered' };
  const { retryAfterMs } = error;
  // The type assertion is safe, because a failure has only codes that the called endpoint declares.
  const { code, message } = (error.failure ?? unknownError) as Pick<RowFault, 'code' | 'message'>;
  if (error.status === 401) return { kind: 'signedOut' };
  const isLater = error.status >= 500 || laterStatuses.includes(error.status) || code === 'IN_PROGRESS';
  if (isLater)
    return { kind: 'unanswered', fault: { code, message, isFinal: false }, isFromServer: true, retryAfterMs };
  return { kind: 'refused', fault: { code, message, isFinal: true } };
}

type OutgoingForm = Extract<OutgoingRow, { kind: 'contact.send' | 'grievance.send' }>;

/**
 * Sends a form. The form counts as delivered only once its reference number is known. If the response cannot be read,
 * the form is sent again later with the same idempotency key, and the server repeats its response.
 */
async function deliverForm(api: Api, { kind, payload, user }: OutgoingForm, options: CallOptions): Promise<Delivery> {
  // An anonymous form is sent without the session cookie, even if somebody has signed in since.
  const callOptions: CallOptions = user === null ? { ...options, credentials: 'omit' } : options;
  try {
    const { data } =
      kind === 'contact.send'
        ? await api.call(addContact, { body: { formData: payload } }, callOptions)
        : await api.call(addGrievance, { body: { formData: payload } }, callOptions);
    return { kind: 'delivered', reference: data.reference };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'broken' || error.status >= 400) return deliveryOf(error);
    const fault: RowFault = { code: 'UNREADABLE', message: error.message, isFinal: false };
    return { kind: 'unanswered', fault, isFromServer: true };
  }
}

type OutgoingCartChange = Extract<OutgoingRow, Pick<CartRow, 'kind'>>;

/**
 * Sends a change of the cart. If the server repeats the stored response of an earlier try, the cart in that response
 * may be outdated, so the cart is left out of the result.
 */
async function deliverCartChange(api: Api, row: OutgoingCartChange, options: CallOptions): Promise<Delivery> {
  let isReplayed = false;
  const onHeaders = (headers: Headers) => {
    isReplayed = headers.has(replayedHeader);
  };
  const callOptions = { ...options, onHeaders };
  const sentAt = Date.now();
  try {
    const { data: cart } =
      row.kind === 'cart.add'
        ? await api.call(addToCart, { body: row.payload }, callOptions)
        : await api.call(removeFromCart, { body: row.payload }, callOptions);
    return isReplayed ? { kind: 'delivered' } : { kind: 'delivered', cart: { cart, sentAt } };
  } catch (error) {
    return deliveryOf(error);
  }
}

/**
 * Returns `deps` for a `fetch` that sends an outbox row. Its calls name `user`, the student of the row, instead of the
 * student who is signed in now. If somebody else has signed in, the server refuses the call.
 */
export function asUser(user: string | null, deps: PageFetchDeps): PageFetchDeps {
  return { ...deps, subject: { student: user, enter: (student) => deps.subject.enter(student) } };
}

/** Sends an outbox row with its idempotency key. Never throws. */
export async function deliverRow(api: Api, row: OutgoingRow): Promise<Delivery> {
  const options = { key: row.key, signal: AbortSignal.timeout(timeoutMs) };
  if (row.kind === 'contact.send' || row.kind === 'grievance.send') return deliverForm(api, row, options);
  return deliverCartChange(api, row, options);
}
