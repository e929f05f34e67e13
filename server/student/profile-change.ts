import type { Updateable } from 'kysely';
import { type Address, isPastDay, type Profile, type Student } from '../../contract/student.ts';
import type { StudentRow } from '../db/schema.ts';
import { Refusal } from '../http/refusal.ts';

/** Columns to write, and the sign-in contacts among them that differ from before; the picture where it is another one. */
export type ProfileChange = {
  columns: Updateable<StudentRow>;
  contacts: ContactField[];
  claims: Claim[];
  picture: { before: string | null; after: string | null } | null;
};

export const contactFields = ['email', 'mobile', 'whatsapp_number'] as const;
export type ContactField = (typeof contactFields)[number];

export const claimFields = ['email', 'mobile', 'indos_number', 'passport_number'] as const;
/** A changed value that may be another student's. */
export type Claim = { field: (typeof claimFields)[number]; value: string };

export const refuseField = (field: string, message: string) =>
  new Refusal(400, 'INVALID_REQUEST', message, { fields: { [field]: message } });

/** Text that stays empty is none. */
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
 * What a profile form changes in a student: only the fields that it names. `today` is the academy's day.
 * @throws Refusal 400 for a day that is none
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
  return { columns, contacts: contactFields.filter(isChanged), claims, picture };
}
