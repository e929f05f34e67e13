import * as z from 'zod';
import { type GrievanceForm, grievanceFormSchema, longestGrievanceContact } from '../../../../contract/submissions.ts';
import { dropDraft, readDraft, writeDraft } from '../../../offline/session/drafts.ts';
import type { FieldError } from '../../../ui/messages/error-summary.tsx';

export const personNames = ['name', 'contact', 'email'] as const;
type PersonName = (typeof personNames)[number];
export type GrievanceValues = Record<'grievance' | PersonName, string> & { anonymous: boolean };
export type GrievanceName = 'grievance' | PersonName;

export type Person = Record<PersonName, string>;
export const emptyPerson: Person = { name: '', contact: '', email: '' };
export const personOf = ({ name, contact, email }: GrievanceValues): Person => ({ name, contact, email });
export const emptyGrievance: GrievanceValues = { grievance: '', anonymous: false, ...emptyPerson };
export const grievanceId = (name: string) => `grievance-${name}`;
export const grievanceLabels: Record<GrievanceName, string> = {
  grievance: 'Grievance',
  name: 'Name',
  contact: 'Contact number',
  email: 'Email',
};
const names = Object.keys(grievanceLabels) as GrievanceName[];

/** The values of a grievance to validate and send. An anonymous one does not include the personal fields. */
function toRequest({ anonymous, grievance, ...person }: GrievanceValues) {
  return anonymous ? { anonymous, grievance } : { anonymous, grievance, ...person };
}

/** Validates the grievance form. Returns error messages by field name. */
export function validateGrievance(values: GrievanceValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of grievanceFormSchema.safeParse(toRequest(values)).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  return errors;
}

/** The request body for valid values of the grievance form. @throws ZodError for invalid values */
export function toGrievance(values: GrievanceValues): GrievanceForm {
  return grievanceFormSchema.parse(toRequest(values));
}

export function hasLongContact({ anonymous, contact }: GrievanceValues): boolean {
  return !anonymous && contact.trim().length > longestGrievanceContact;
}

/** Whether any of the personal fields is filled in. */
export function hasPerson(values: GrievanceValues): boolean {
  return personNames.some((name) => values[name] !== '');
}

/** Whether anything was entered in the grievance form. */
export function hasInput(values: GrievanceValues): boolean {
  return values.anonymous || names.some((name) => values[name] !== '');
}

/** Converts the errors of the Mantine form to the errors that the error summary shows. */
export function grievanceErrors(errors: Record<string, unknown>): FieldError[] {
  return names.flatMap((name) =>
    errors[name] ? [{ id: grievanceId(name), label: grievanceLabels[name], message: String(errors[name]) }] : [],
  );
}

const draftName = 'grievance';
const draftSchema = z.partialRecord(z.enum(names), z.string());

/**
 * The draft: what was typed into the grievance form earlier in this tab, unless the grievance was anonymous. An
 * unreadable draft is ignored.
 */
export function readGrievanceDraft(): Partial<GrievanceValues> {
  return draftSchema.safeParse(readDraft(draftName)).data ?? {};
}

/**
 * Saves a draft of what the visitor has typed. For an anonymous grievance, deletes the draft instead, so that no text
 * stays on the device.
 */
export function saveGrievanceDraft({ anonymous, ...typed }: GrievanceValues): void {
  const isEmpty = names.every((name) => typed[name] === '');
  if (anonymous || isEmpty) dropDraft(draftName);
  else writeDraft(draftName, typed);
}

/** Deletes the draft of a grievance that was sent, unless the draft has been changed since. */
export function dropSentGrievance(sent: GrievanceValues): void {
  const draft = readGrievanceDraft();
  if (names.every((name) => draft[name] === sent[name])) dropDraft(draftName);
}
