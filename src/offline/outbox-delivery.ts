import { addToCart, removeFromCart } from '../../contract/cart.ts';
import { addContact, addGrievance } from '../../contract/submissions.ts';
import { type Api, ApiError, type CallOptions } from '../lib/api.ts';
import type { RowFault } from './outbox-row.ts';
import type { Delivery } from './outbox-rules.ts';
import type { Sent } from './outbox-sending.ts';
import type { PageFetchParts } from './page-fetch.ts';

const patience = 20_000;
const laterStatuses: readonly number[] = [408, 425, 429];

/** What a failed call means for its row. */
export function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof ApiError) || error.kind === 'offline') {
    const fault: RowFault = { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false };
    return { kind: 'unanswered', fault, isOurs: false };
  }
  // The effect is there; only its answer is of another release.
  if (error.kind === 'broken') return { kind: 'delivered' };
  const code = error.code ?? 'UNKNOWN_ERROR';
  if (error.status === 401) return { kind: 'signedOut' };
  const isLater = error.status >= 500 || laterStatuses.includes(error.status) || code === 'IN_PROGRESS';
  if (isLater) return { kind: 'unanswered', fault: { code, message: error.message, isFinal: false }, isOurs: true };
  return { kind: 'refused', fault: { code, message: error.message, isFinal: true } };
}

type FormSent = Extract<Sent, { kind: 'contact.send' | 'grievance.send' }>;

/** A form is delivered once its number is known: an answer that broke off is asked for again under the same key. */
async function deliverForm(api: Api, { kind, payload, user }: FormSent, options: CallOptions): Promise<Delivery> {
  // What nobody signed goes out as nobody's, whoever has signed in meanwhile.
  const way: CallOptions = user === null ? { ...options, credentials: 'omit' } : options;
  try {
    const { data } =
      kind === 'contact.send'
        ? await api.call(addContact, { body: { formData: payload } }, way)
        : await api.call(addGrievance, { body: { formData: payload } }, way);
    return { kind: 'delivered', reference: data.reference };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'broken') return deliveryOf(error);
    const fault: RowFault = { code: 'UNREADABLE', message: error.message, isFinal: false };
    return { kind: 'unanswered', fault, isOurs: true };
  }
}

/**
 * The page's way to the server for a row of this student, or of nobody: somebody else may sign in between the moment when a
 * row is taken up and the one when it goes out, and the server refuses it then.
 */
export function fetchAs(user: string | null, parts: PageFetchParts): PageFetchParts {
  return { ...parts, subject: { student: user, enter: (student) => parts.subject.enter(student) } };
}

/** Sends a row under its key. It never throws. */
export async function deliverRow(api: Api, row: Sent): Promise<Delivery> {
  const options = { key: row.key, signal: AbortSignal.timeout(patience) };
  if (row.kind === 'contact.send' || row.kind === 'grievance.send') return deliverForm(api, row, options);
  try {
    if (row.kind === 'cart.add') await api.call(addToCart, { body: row.payload }, options);
    else await api.call(removeFromCart, { body: row.payload }, options);
    return { kind: 'delivered' };
  } catch (error) {
    return deliveryOf(error);
  }
}
