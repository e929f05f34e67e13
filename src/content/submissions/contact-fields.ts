import * as z from 'zod';
import { type ContactForm, contactFormSchema, contactSubjects } from '../../../contract/submissions.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/drafts.ts';
import type { FieldFault } from '../../ui/error-summary.tsx';

/** What stands in the contact form; an empty subject is none chosen. */
export type ContactValues = Record<'name' | 'email' | 'phone' | 'subject' | 'message', string>;
export type ContactName = keyof ContactValues;
/** What an address fills in. */
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

/** The form before anything is typed; a subject that the academy does not know is none. */
export function contactStart({ subject = '', message = '' }: ContactPrefill): ContactValues {
  const isKnown = contactSubjects.some((known) => known === subject);
  return { ...emptyContact, subject: isKnown ? subject : '', message };
}

/** What is wrong with the form, by field. */
export function checkContact(values: ContactValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of contactFormSchema.safeParse(values).error?.issues ?? [])
    faults[String(path[0])] ??= message;
  return faults;
}

/** The form as it is sent. @throws ZodError where `checkContact` finds a fault */
export function toContact(values: ContactValues): ContactForm {
  return contactFormSchema.parse(values);
}

export function lacksRequired(values: ContactValues): boolean {
  return requiredNames.some((name) => values[name].trim() === '');
}

export function contactFaults(errors: Record<string, unknown>): FieldFault[] {
  return names.flatMap((name) =>
    errors[name] ? [{ id: contactId(name), label: contactLabels[name], message: String(errors[name]) }] : [],
  );
}

const draftName = 'contact';
const draftSchema = z.partialRecord(z.enum(names), z.string());

/** What an earlier visit of this tab had typed; a draft that cannot be read counts for nothing. */
export function readContactDraft(): Partial<ContactValues> {
  return draftSchema.safeParse(readDraft(draftName)).data ?? {};
}

/** Keeps what was typed. What the address filled in is left out, so that another address fills in its own. */
export function keepContactDraft(values: ContactValues, start: ContactValues): void {
  const typed = names.filter((name) => values[name] !== '' && values[name] !== start[name]);
  if (typed.length === 0) dropDraft(draftName);
  else writeDraft(draftName, Object.fromEntries(typed.map((name) => [name, values[name]])));
}
