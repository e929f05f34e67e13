import type { Student } from '../../contract/student.ts';
import { type ContactStatuses, contactStatus } from '../db/schema.ts';
import type { ProfileChange } from './profile-change.ts';

const phones = ['mobile', 'whatsapp_number'] as const;

/**
 * The new statuses of the contacts that a profile form changes.
 * - A new phone number becomes unverified, but may be used to sign in. A number that is copied from the student's other
 *   phone field gets the status of that field.
 * - A new email address becomes locked if the account has a verified phone number: the address may belong to somebody
 *   else, who must not be able to sign in to this account. Otherwise it becomes unverified.
 */
export function statusesAfterChange(
  before: Student,
  statuses: ContactStatuses,
  change: ProfileChange,
): Partial<ContactStatuses> {
  const { columns, contacts } = change;
  const after: Partial<ContactStatuses> = {};
  for (const phone of phones) {
    if (!contacts.includes(phone)) continue;
    const other = phone === 'mobile' ? 'whatsapp_number' : 'mobile';
    const isOther = !contacts.includes(other) && columns[phone] === before[other];
    after[`${phone}_standing`] = isOther ? statuses[`${other}_standing`] : contactStatus.unverified;
  }
  if (!contacts.includes('email')) return after;
  const allStatuses = { ...statuses, ...after };
  const isPhoneVerified = phones.some(
    (phone) =>
      (columns[phone] ?? before[phone]) !== null && allStatuses[`${phone}_standing`] === contactStatus.verified,
  );
  return { ...after, email_standing: isPhoneVerified ? contactStatus.locked : contactStatus.unverified };
}
