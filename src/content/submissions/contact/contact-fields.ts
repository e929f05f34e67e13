import * as z from 'zod';
import { type ContactForm, contactFormSchema, contactSubjects } from '../../../../contract/submissions.ts';
import { dropDraft, readDraft, writeDraft } from '../../../offline/session/drafts.ts';
import type { FieldError } from '../../../ui/messages/error-summary.tsx';

/** Values of the contact form. `subject` is empty until one is selected. */
export type ContactValues = Record<'name' | 'email' | 'phone' | 'subject' | 'message', string>;
export type ContactName = keyof ContactValues;
/** Values that the URL of the contact page fills in. */
export type ContactPrefill = { subject?: string | undefined; message?: string | undefined };

export const contactId = (name: string) => `contact-${name}`;
export const contactLabels: Record<ContactName, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone (optional)',
  subject: 'Subject',
  message: 'Message',
};
const names = Object.keys(contactLabels) as ContactName[];
export const requiredNames: readonly ContactName[] = ['name', 'email', 'subject', 'message'];
export const emptyContact: ContactValues = { name: '', email: '', phone: '', subject: '', message: '' };

/** Initial values of the contact form. An unknown subject is ignored. */
export function initialContact({ subject = '', message = '' }: ContactPrefill): ContactValues {
  const isKnown = contactSubjects.some((known) => known === subject);
  return { ...emptyContact, subject: isKnown ? subject : '', message };
}

/** Validates the contact form. Returns error messages by field name. */
export function validateContact(values: ContactValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of contactFormSchema.safeParse(values).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  return errors;
}

/** The request body for valid values of the contact form. @throws ZodError for invalid values */
export function toContact(values: ContactValues): ContactForm {
  return contactFormSchema.parse(values);
}

export function hasEmptyRequired(values: ContactValues): boolean {
  return requiredNames.some((name) => values[name].trim() === '');
}

/** Converts the errors of the Mantine form to the errors that the error summary shows. */
export function contactErrors(errors: Record<string, unknown>): FieldError[] {
  return names.flatMap((name) =>
    errors[name] ? [{ id: contactId(name), label: contactLabels[name], message: String(errors[name]) }] : [],
  );
}

const draftName = 'contact';
const draftSchema = z.partialRecord(z.enum(names), z.string());

/** The draft: what was typed into the contact form earlier in this tab. An unreadable draft is ignored. */
export function readContactDraft(): Partial<ContactValues> {
  return draftSchema.safeParse(readDraft(draftName)).data ?? {};
}

/**
 * The draft of the contact form with these values. Values that came from the URL are left out, so that another URL can
 * fill in other values.
 */
function draftOf(values: ContactValues, initial: ContactValues): Partial<ContactValues> {
  const typed = names.filter((name) => values[name] !== '' && values[name] !== initial[name]);
  return Object.fromEntries(typed.map((name) => [name, values[name]]));
}

/** Saves a draft of what the visitor has typed, or deletes the draft if the visitor has typed nothing. */
export function saveContactDraft(values: ContactValues, initial: ContactValues): void {
  const draft = draftOf(values, initial);
  if (Object.keys(draft).length === 0) dropDraft(draftName);
  else writeDraft(draftName, draft);
}

/** Deletes the draft of a form that was sent, unless the draft has been changed since. */
export function dropSentContact(sent: ContactValues, initial: ContactValues): void {
  const [draft, sentDraft] = [readContactDraft(), draftOf(sent, initial)];
  if (names.every((name) => draft[name] === sentDraft[name])) dropDraft(draftName);
}
