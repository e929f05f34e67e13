import type { Student } from '../../contract/student.ts';
import type { ContactStandings } from '../db/schema.ts';
import type { ProfileChange } from './profile-change.ts';

const phones = ['mobile', 'whatsapp_number'] as const;

/**
 * How the contacts stand that a form changes. A phone may sign in, since the student typed it; the number of the other phone
 * stands as that one does. An e-mail may not while a phone is proven: its holder may be another, who has no other account to
 * turn to, and would share this one with the phone's.
 */
export function standAfterChange(
  before: Student,
  standings: ContactStandings,
  change: ProfileChange,
): Partial<ContactStandings> {
  const { columns, contacts } = change;
  const after: Partial<ContactStandings> = {};
  for (const phone of phones) {
    if (!contacts.includes(phone)) continue;
    const other = phone === 'mobile' ? 'whatsapp_number' : 'mobile';
    const isOther = !contacts.includes(other) && columns[phone] === before[other];
    after[`${phone}_standing`] = isOther ? standings[`${other}_standing`] : 'open';
  }
  if (!contacts.includes('email')) return after;
  const stands = { ...standings, ...after };
  const isPhoneProven = phones.some(
    (phone) => (columns[phone] ?? before[phone]) !== null && stands[`${phone}_standing`] === 'proven',
  );
  return { ...after, email_standing: isPhoneProven ? 'shut' : 'open' };
}
