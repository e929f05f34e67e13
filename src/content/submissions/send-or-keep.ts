import type { addContact, addGrievance } from '../../../contract/submissions.ts';
import { callOnce, forgetKey, keyOf } from '../../auth/keyed-call.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { openOutbox } from '../../offline/open-outbox.ts';
import type { OutboxForm } from '../../offline/outbox-row.ts';

type WithoutKey<Form> = Form extends OutboxForm ? Omit<Form, 'key'> : never;

const isAnswered = (error: unknown) => error instanceof ApiError && error.kind !== 'offline';

/**
 * Sends a form, once however often it is tried; the answer is its reference number. Null: our server can't be reached, and
 * the outbox sends it under the same key when it can. @throws ApiError where the server refused, or the browser keeps nothing
 */
export async function sendOrKeep(
  api: Api,
  endpoint: typeof addContact | typeof addGrievance,
  form: WithoutKey<OutboxForm>,
): Promise<string | null> {
  const input = { body: { formData: form.payload } };
  const key = await keyOf(endpoint, input.body);
  const send = async () => {
    const { data } = await callOnce(api, endpoint, input as never, new AbortController().signal, key);
    return data.reference;
  };
  // Without a network its part of the site may be missing.
  const outbox = await openOutbox().catch(() => null);
  if (!outbox) return send();
  const reference = await outbox.sendForm({ ...form, key }, send, isAnswered);
  if (reference === null) forgetKey(endpoint);
  return reference;
}
