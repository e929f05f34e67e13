import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Profile, Student } from '../../contract/student.ts';
import { errorCode } from '../db/database-errors.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import { tooMany } from '../http/rate-limits.ts';
import { addHit, findOldestHit } from '../http/rates.repo.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { type Clock, today } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { standAfterChange } from './contact-standings.ts';
import { type ContactField, type ProfileChange, readProfileChange, refuseField } from './profile-change.ts';
import { findStandings, isClaimed, lockStudent, updateStudentRow } from './student.repo.ts';

export type ProfileParts = {
  clock: Clock;
  mail: Mail;
  /** How a letter begins. */
  greet: (firstName: string) => string;
  /** Links to set a password went to the e-mail that the student had. */
  spendResetLinks: (tx: Transaction<Database>, studentId: string, now: Date) => Promise<void>;
  /** When a session began; null where it has ended. */
  sessionStart: (tx: Transaction<Database>, sessionId: string) => Promise<Date | null>;
  /** Takes one of the student's uploaded pictures in the former one's place; false where `after` is no such upload. */
  swapPicture: (
    tx: Transaction<Database>,
    swap: NonNullable<ProfileChange['picture']> & { studentId: string; now: Date },
  ) => Promise<boolean>;
};

/** A changed contact lets its holder sign in: only a sign-in of the last hour may change one. */
export const recentSignIn = 3_600_000;

/** Each change is told to the old address, which may be a stranger's: so many an hour. */
export const contactChangesAnHour = 5;
const hour = 3_600_000;

const userExists = () => new Refusal(409, 'USER_EXISTS', 'Another user exists with similar data.');
const uniqueViolation = '23505';

const contactNames: Record<ContactField, string> = {
  email: 'e-mail address',
  mobile: 'mobile number',
  whatsapp_number: 'WhatsApp number',
};

async function requireRecentSignIn(tx: Transaction<Database>, subject: Subject, parts: ProfileParts): Promise<void> {
  const began = await parts.sessionStart(tx, subject.sessionId);
  if (began && parts.clock.now() - began.getTime() < recentSignIn) return;
  throw new Refusal(403, 'RECENT_SIGN_IN_NEEDED', 'Please sign in again to change your e-mail or phone numbers.');
}

/** @throws Refusal 429 */
async function countContactChange(tx: Transaction<Database>, studentId: string, now: number): Promise<void> {
  const key = `contactChange:${studentId}`;
  const since = new Date(now - hour);
  if (await addHit(tx, key, { now: new Date(now), since, limit: contactChangesAnHour })) return;
  const oldest = await findOldestHit(tx, key, since);
  throw tooMany((oldest?.getTime() ?? now) + hour - now);
}

/** Tells the address that the student had, so that a stranger's change does not go unseen. */
async function tellOldContact(
  tx: Transaction<Database>,
  before: Student,
  changed: ContactField[],
  parts: ProfileParts,
) {
  if (!before.email) return;
  const names = changed.map((field) => contactNames[field]).join(' and ');
  await parts.mail.queue(tx, {
    dedupeKey: `contact-changed:${randomUUID()}`,
    to: before.email,
    subject: 'Your contact details were changed',
    text: `${parts.greet(before.first_name)}\n\nchanged in your account: ${names}. If this was not you, please call us at once.`,
  });
}

/**
 * Applies a profile form, whole or in part, in the call's transaction.
 * @throws Refusal 400 for a wrong field and for a picture that the student did not upload, 403 RECENT_SIGN_IN_NEEDED, 409 USER_EXISTS where a value is another student's, 429
 */
export async function changeProfile(
  call: { db: Transaction<Database>; subject: Subject; body: Partial<Profile> },
  parts: ProfileParts,
): Promise<void> {
  const { db: tx, subject, body } = call;
  const before = await lockStudent(tx, subject.studentId);
  if (!before) throw notFound();
  const change = readProfileChange(body, before, today(parts.clock));
  if (change.contacts.length > 0) await requireRecentSignIn(tx, subject, parts);
  if (await isClaimed(tx, before.id, change.claims)) throw userExists();
  const now = new Date(parts.clock.now());
  if (change.contacts.length > 0) await countContactChange(tx, before.id, now.getTime());
  if (change.picture && !(await parts.swapPicture(tx, { ...change.picture, studentId: before.id, now })))
    throw refuseField('image_url', 'The picture must be one that you uploaded');
  try {
    const standings = standAfterChange(before, await findStandings(tx, before.id), change);
    await updateStudentRow(tx, before.id, { ...change.columns, ...standings }, now);
  } catch (error) {
    throw errorCode(error) === uniqueViolation ? userExists() : error;
  }
  if (change.contacts.includes('email')) await parts.spendResetLinks(tx, before.id, now);
  if (change.contacts.length > 0) await tellOldContact(tx, before, change.contacts, parts);
}
