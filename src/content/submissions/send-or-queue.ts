import type { addContact, addGrievance } from '../../../contract/submissions.ts';
import { callOnce, forgetIdempotencyKey, idempotencyKeyOf } from '../../auth/idempotent-call.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { openOutbox } from '../../offline/outbox/open-outbox.ts';
import type { OutboxForm } from '../../offline/outbox/row.ts';

type WithoutKey<Form> = Form extends OutboxForm ? Omit<Form, 'key'> : never;

const hasResponse = (error: unknown) => error instanceof ApiError && error.kind !== 'offline';
/** Whether our server could not accept the form just now, but may accept it later. */
const isTemporary = (error: unknown) => error instanceof ApiError && (error.status === 429 || error.status >= 500);

/**
 * Sends a form and returns its reference number. If the server cannot be reached, returns null, and the outbox sends
 * the form later with the same idempotency key, so that the server accepts it only once.
 * `isShown`: whether the form is still on the screen. If not, nobody would see an error. So after an error 429 or 5xx
 * the outbox sends the form later too, and shows the reference number.
 * @throws ApiError if the server refuses the form, or if it cannot be reached and the browser has no storage for the
 * outbox
 */
export async function sendOrQueue(
  api: Api,
  endpoint: typeof addContact | typeof addGrievance,
  form: WithoutKey<OutboxForm>,
  isShown: () => boolean,
): Promise<string | null> {
  const input = { body: { formData: form.payload } };
  const key = await idempotencyKeyOf(endpoint, input.body);
  const send = async () => {
    const { data } = await callOnce(api, endpoint, input as never, new AbortController().signal, key);
    return data.reference;
  };
  // Loading the script of the outbox may fail, for instance without a connection. The form is then sent directly.
  const outbox = await openOutbox().catch(() => null);
  if (!outbox) return send();
  const hasAnswer = (error: unknown) => hasResponse(error) && (isShown() || !isTemporary(error));
  const reference = await outbox.sendForm({ ...form, key }, send, hasAnswer, isShown);
  if (reference === null) forgetIdempotencyKey(endpoint);
  return reference;
}
