import { addContact, type ContactForm } from '../../../../contract/submissions.ts';
import { type Api, ApiError } from '../../../lib/api.ts';
import { subject } from '../../../offline/session/subject.ts';
import { sendOrQueue } from '../send-or-queue.ts';
import { type SubmissionRefusal, toSubmissionRefusal } from '../submission-refusal.ts';
import { subjectLabels } from './contact-texts.ts';

/** Sends an enquiry. The server accepts it only once, even if it is retried; see `sendOrQueue`. @throws ApiError */
export function sendContact(api: Api, formData: ContactForm, isShown: () => boolean): Promise<string | null> {
  const title = `Enquiry (${subjectLabels[formData.subject].toLowerCase()})`;
  const form = { kind: 'contact.send', payload: formData, title, user: subject.student } as const;
  return sendOrQueue(api, addContact, form, isShown);
}

/** Messages of a 400 response to an enquiry, each with the field that it is about (docs/product.md#errors). */
const messageFields: ReadonlyArray<[text: string, field: string]> = [
  ['Name is required', 'name'],
  ['Email is required', 'email'],
  ['Enter valid number', 'phone'],
  ['Enter subject', 'subject'],
  ['Message is required', 'message'],
];

/**
 * Converts a failed enquiry to what the form shows. A 400 response names the invalid fields, or has a message from
 * which the invalid field is derived.
 */
export function toContactRefusal(error: unknown): SubmissionRefusal {
  const refusal = toSubmissionRefusal(error);
  if (!(error instanceof ApiError) || error.status !== 400 || Object.keys(refusal.fields).length > 0) return refusal;
  const found = messageFields.find(([text]) => error.message.includes(text));
  return found ? { ...refusal, fields: { [found[1]]: found[0] } } : refusal;
}
