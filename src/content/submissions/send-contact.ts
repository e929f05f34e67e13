import { addContact, type ContactForm } from '../../../contract/submissions.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { subject } from '../../offline/subject.ts';
import { subjectLabels } from './contact-texts.ts';
import { sendOrKeep } from './send-or-keep.ts';
import { type SubmissionRefusal, toSubmissionRefusal } from './submission-refusal.ts';

/** Sends an enquiry, once however often it is tried; see `sendOrKeep`. @throws ApiError */
export function sendContact(api: Api, formData: ContactForm): Promise<string | null> {
  const title = `Enquiry (${subjectLabels[formData.subject].toLowerCase()})`;
  const form = { kind: 'contact.send', payload: formData, title, user: subject.student } as const;
  return sendOrKeep(api, addContact, form);
}

/** Texts of a 400 and the field that each speaks of (document 2, section 8). */
const told: ReadonlyArray<[text: string, field: string]> = [
  ['Name is required', 'name'],
  ['Email is required', 'email'],
  ['Enter valid number', 'phone'],
  ['Enter subject', 'subject'],
  ['Message is required', 'message'],
];

/** A refused enquiry: a 400 speaks of fields, by their names or else by its message. */
export function toContactRefusal(error: unknown): SubmissionRefusal {
  const refusal = toSubmissionRefusal(error);
  if (!(error instanceof ApiError) || error.status !== 400 || Object.keys(refusal.fields).length > 0) return refusal;
  const found = told.find(([text]) => error.message.includes(text));
  return found ? { ...refusal, fields: { [found[1]]: found[0] } } : refusal;
}
