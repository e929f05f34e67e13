import * as z from 'zod';
import { type GrievanceForm, grievanceFormSchema, longestGrievanceContact } from '../../../contract/submissions.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/drafts.ts';
import type { FieldFault } from '../../ui/error-summary.tsx';

export const personNames = ['name', 'contact', 'email'] as const;
type PersonName = (typeof personNames)[number];
/** What stands in the grievance form. */
export type GrievanceValues = Record<'grievance' | PersonName, string> & { anonymous: boolean };
export type GrievanceName = 'grievance' | PersonName;

export type Person = Record<PersonName, string>;
export const noPerson: Person = { name: '', contact: '', email: '' };
export const personOf = ({ name, contact, email }: GrievanceValues): Person => ({ name, contact, email });
export const emptyGrievance: GrievanceValues = { grievance: '', anonymous: false, ...noPerson };
export const grievanceId = (name: string) => `grievance-${name}`;
export const grievanceLabels: Record<GrievanceName, string> = {
  grievance: 'Grievance',
  name: 'Name',
  contact: 'Contact number',
  email: 'Email',
};
const names = Object.keys(grievanceLabels) as GrievanceName[];

/** The form as it is judged and sent: an anonymous one has nobody in it. */
function toSent({ anonymous, grievance, ...person }: GrievanceValues) {
  return anonymous ? { anonymous, grievance } : { anonymous, grievance, ...person };
}

/** What is wrong with the form, by field. */
export function checkGrievance(values: GrievanceValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of grievanceFormSchema.safeParse(toSent(values)).error?.issues ?? [])
    faults[String(path[0])] ??= message;
  return faults;
}

/** The form as it is sent. @throws ZodError where `checkGrievance` finds a fault */
export function toGrievance(values: GrievanceValues): GrievanceForm {
  return grievanceFormSchema.parse(toSent(values));
}

export function hasLongContact({ anonymous, contact }: GrievanceValues): boolean {
  return !anonymous && contact.trim().length > longestGrievanceContact;
}

export function hasText(values: GrievanceValues): boolean {
  return values.anonymous || names.some((name) => values[name] !== '');
}

export function grievanceFaults(errors: Record<string, unknown>): FieldFault[] {
  return names.flatMap((name) =>
    errors[name] ? [{ id: grievanceId(name), label: grievanceLabels[name], message: String(errors[name]) }] : [],
  );
}

const draftName = 'grievance';
const draftSchema = z.partialRecord(z.enum(names), z.string());

/** What an earlier visit of this tab had typed under a name; a draft that cannot be read counts for nothing. */
export function readGrievanceDraft(): Partial<GrievanceValues> {
  return draftSchema.safeParse(readDraft(draftName)).data ?? {};
}

/** Keeps what was typed; of an anonymous grievance nothing stays on the device, not even what was kept before. */
export function keepGrievanceDraft({ anonymous, ...typed }: GrievanceValues): void {
  const isEmpty = names.every((name) => typed[name] === '');
  if (anonymous || isEmpty) dropDraft(draftName);
  else writeDraft(draftName, typed);
}
