import type { Updateable } from 'kysely';
import { type Address, isPastDay, type Profile, type Student } from '../../contract/student.ts';
import { type ContactField, contactFields, type StudentRow } from '../db/schema.ts';
import { invalidRequest } from '../http/refusal.ts';

/**
 * What a profile form changes: the columns to write, which contacts changed, the changed values that no other student
 * may have (`claims`), and the picture if it changed. `replacesIdentity`: whether one of the fields with which staff
 * compare documents (`identityFields`) loses its value or gets another one. Filling in an empty field does not count.
 */
export type ProfileChange = {
  columns: Updateable<StudentRow>;
  contacts: ContactField[];
  claims: Claim[];
  picture: { before: string | null; after: string | null } | null;
  replacesIdentity: boolean;
};

/** The fields with which staff compare a student's documents before they verify them. */
const identityFields = ['first_name', 'last_name', 'dob', 'indos_number', 'passport_number'] as const;

export const claimFields = ['email', 'mobile', 'indos_number', 'passport_number'] as const;
/** A changed value that no other student may have. */
export type Claim = { field: (typeof claimFields)[number]; value: string };

export const refuseField = (field: string, message: string, details?: { isForeign: boolean }) =>
  invalidRequest(message, { [field]: message }, details);

/** Replaces empty strings by null. */
function emptyToNull<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value])) as T;
}

const capitals = (text: string | null | undefined) => text?.replace(/[\s-]/g, '').toUpperCase() || null;

function writeColumns(profile: Partial<Profile>): Updateable<StudentRow> {
  const { correspondence_address: address, experience, email, indos_number, passport_number, ...lines } = profile;
  return {
    ...emptyToNull(lines),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(indos_number === undefined ? {} : { indos_number: capitals(indos_number) }),
    ...(passport_number === undefined ? {} : { passport_number: capitals(passport_number) }),
    ...(address === undefined ? {} : { correspondence_address: address && writeAddress(address) }),
    ...(experience === undefined ? {} : { experience: JSON.stringify(experience) }),
  };
}

function writeAddress(address: Address): string {
  return JSON.stringify(emptyToNull(address));
}

/**
 * Finds out what a profile form changes. Fields that the form leaves out stay unchanged. `today` is the date in the
 * academy's time zone.
 * @throws Refusal 400 for an invalid date of birth
 */
export function readProfileChange(profile: Partial<Profile>, before: Student, today: string): ProfileChange {
  const columns = writeColumns(profile);
  if (profile.dob && !isPastDay(profile.dob, today))
    throw refuseField('dob', 'Date of Birth must be a day in the past');
  const isChanged = (field: keyof Student & keyof StudentRow) =>
    columns[field] !== undefined && columns[field] !== before[field];
  const claims = claimFields.flatMap((field) => {
    const value = columns[field];
    return isChanged(field) && value ? [{ field, value }] : [];
  });
  const picture = isChanged('image_url') ? { before: before.image_url, after: columns.image_url ?? null } : null;
  const replacesIdentity = identityFields.some((field) => before[field] !== null && isChanged(field));
  return { columns, contacts: contactFields.filter(isChanged), claims, picture, replacesIdentity };
}
