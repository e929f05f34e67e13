import type { Student } from '../../contract/student.ts';
import type { ContactStatuses } from '../db/schema.ts';
import type { ProfileChange } from './profile-change.ts';

const phones = ['mobile', 'whatsapp_number'] as const;

/**
 * The statuses of the contacts that a profile form changes. A new phone number is unverified, but may be used to sign in.
 * A number copied from the student's other phone field gets the status of that field. A new email address is locked while
 * a phone is verified: it could belong to somebody else, who could then sign in to this account too.
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
    after[`${phone}_standing`] = isOther ? statuses[`${other}_standing`] : 'open';
  }
  if (!contacts.includes('email')) return after;
  const allStatuses = { ...statuses, ...after };
  const isPhoneProven = phones.some(
    (phone) => (columns[phone] ?? before[phone]) !== null && allStatuses[`${phone}_standing`] === 'proven',
  );
  return { ...after, email_standing: isPhoneProven ? 'shut' : 'open' };
}
