import { randomUUID } from 'node:crypto';
import { recentSignIn } from '../../contract/limits.ts';
import { type Profile, type Student, updateStudent } from '../../contract/student.ts';
import { errorCode } from '../db/connection/database-errors.ts';
import type { ContactField, ContactStatuses, Tx } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Subject } from '../http/mount/call.ts';
import { tooManyRequests } from '../http/rates/rate-limits.ts';
import { addHit, findOldestHit } from '../http/rates/rates.repo.ts';
import { notFound, refuse } from '../http/refusal.ts';
import type { Mail } from '../providers/mail/mail.ts';
import { statusesAfterChange } from './contact-statuses.ts';
import { type ProfileChange, readProfileChange, refuseField } from './profile-change.ts';
import { findContactStatuses, isClaimed, lockStudent, updateStudentRow } from './student.repo.ts';

/** What is needed to store the change of a profile, whether the student or staff made it. */
export type SaveDeps = {
  clock: Clock;
  mail: Mail;
  /** Returns the line with which an email greets the student. */
  greet: (firstName: string) => string;
  /** Invalidates the links to reset the password that were sent to the student's former email address. */
  invalidateResetLinks: (tx: Tx, studentId: string, now: Date) => Promise<void>;
};

export type ProfileDeps = SaveDeps & {
  /** Returns when a sign-in session started, or null if the session has ended. */
  sessionStart: (tx: Tx, sessionId: string) => Promise<Date | null>;
  /**
   * Replaces the profile picture. Returns false if `after` is not the path of an unused picture that this student has
   * uploaded.
   */
  swapPicture: (
    tx: Tx,
    swap: NonNullable<ProfileChange['picture']> & { studentId: string; now: Date },
  ) => Promise<boolean>;
  /** Whether `url` is the path of a file that another student has uploaded. */
  isForeignFile: (tx: Tx, studentId: string, url: string) => Promise<boolean>;
  /** Makes the student's verified documents wait for review again. */
  unverifyDocuments: (tx: Tx, studentId: string) => Promise<void>;
};

const hourMs = 3_600_000;
/**
 * How often a student may change email address or phone numbers in an hour. The number is limited because each change
 * sends an email to the former email address, which may belong to a stranger.
 */
const contactChangesPerHour = 5;

const { refusals } = updateStudent;
const userExists = () => refuse(refusals, 'USER_EXISTS', 'Another user exists with similar data.');
const uniqueViolation = '23505';

const contactNames: Record<ContactField, string> = {
  email: 'email address',
  mobile: 'mobile number',
  whatsapp_number: 'WhatsApp number',
};

async function requireRecentSignIn(tx: Tx, subject: Subject, deps: ProfileDeps): Promise<void> {
  const began = await deps.sessionStart(tx, subject.sessionId);
  if (began && deps.clock.now() - began.getTime() < recentSignIn) return;
  throw refuse(refusals, 'RECENT_SIGN_IN_NEEDED', 'Please sign in again to change your email or phone numbers.');
}

/**
 * Counts a change of a student's email address or phone numbers.
 * @throws Refusal 429 if there were too many in the last hour
 */
async function countContactChange(tx: Tx, studentId: string, now: number): Promise<void> {
  const key = `contactChange:${studentId}`;
  const since = new Date(now - hourMs);
  const count = await addHit(tx, key, { now: new Date(now), since, limit: contactChangesPerHour });
  if (count !== null) return;
  const oldest = await findOldestHit(tx, key, since);
  throw tooManyRequests((oldest?.getTime() ?? now) + hourMs - now);
}

/**
 * Describes a changed contact in the notification email: 'email address', or the kind of phone number with the last
 * digits of the former number.
 */
function changedContact(before: Student, field: ContactField): string {
  const former = field === 'email' ? null : before[field];
  return former ? `${contactNames[field]} (it ended in ${former.slice(-4)})` : contactNames[field];
}

/**
 * Queues an email to the student's former email address about changed contacts, so that a change made by a stranger is
 * noticed. Nothing is sent to a former phone number (decision 127, "Announce changed contacts by email only").
 */
async function notifyOldAddress(tx: Tx, before: Student, changed: ContactField[], { mail, greet }: SaveDeps) {
  if (!before.email) return;
  const names = changed.map((field) => changedContact(before, field)).join(' and ');
  await mail.queue(tx, {
    dedupeKey: `contact-changed:${randomUUID()}`,
    to: before.email,
    subject: 'Your contact details were changed',
    text: `${greet(before.first_name)}\n\nThese contact details of your account were changed: ${names}. If you did not make this change, please call us immediately.`,
  });
}

/**
 * Stores the change of a profile. The caller must have checked the values. If the email address has changed,
 * invalidates the password reset links that were sent to the former one. If any contact has changed, notifies the
 * former email address. `statuses`: the new statuses of the changed contacts.
 * @throws Refusal 409 USER_EXISTS if another student has one of the values
 */
export async function saveProfileChange(
  tx: Tx,
  before: Student,
  { change, statuses }: { change: ProfileChange; statuses: Partial<ContactStatuses> },
  deps: SaveDeps,
): Promise<void> {
  const now = new Date(deps.clock.now());
  try {
    await updateStudentRow(tx, before.id, { ...change.columns, ...statuses }, now);
  } catch (error) {
    throw errorCode(error) === uniqueViolation ? userExists() : error;
  }
  if (change.contacts.includes('email')) await deps.invalidateResetLinks(tx, before.id, now);
  if (change.contacts.length > 0) await notifyOldAddress(tx, before, change.contacts, deps);
}

/**
 * Checks that no other student has one of the changed values.
 * @throws Refusal 409 USER_EXISTS if another student has one
 */
export async function requireUnclaimed(tx: Tx, studentId: string, change: ProfileChange): Promise<void> {
  if (await isClaimed(tx, studentId, change.claims)) throw userExists();
}

/**
 * Applies a profile form, complete or with only some fields, in the call's transaction. Returns which contacts have
 * changed.
 * @throws Refusal 400 for an invalid field or a picture that the student did not upload, 403 RECENT_SIGN_IN_NEEDED,
 *   409 USER_EXISTS if another student has one of the values, 429 for too many changes of contacts
 */
export async function changeProfile(
  call: { db: Tx; subject: Subject; body: Partial<Profile> },
  deps: ProfileDeps,
): Promise<readonly ContactField[]> {
  const { db: tx, subject, body } = call;
  const before = await lockStudent(tx, subject.studentId);
  if (!before) throw notFound();
  const change = readProfileChange(body, before, today(deps.clock));
  if (change.contacts.length > 0) await requireRecentSignIn(tx, subject, deps);
  await requireUnclaimed(tx, before.id, change);
  const now = new Date(deps.clock.now());
  if (change.contacts.length > 0) await countContactChange(tx, before.id, now.getTime());
  if (change.picture && !(await deps.swapPicture(tx, { ...change.picture, studentId: before.id, now })))
    throw refuseField('image_url', 'The picture must be one that you uploaded', {
      isForeign: await deps.isForeignFile(tx, before.id, change.picture.after ?? ''),
    });
  const statuses = statusesAfterChange(before, await findContactStatuses(tx, before.id), change);
  await saveProfileChange(tx, before, { change, statuses }, deps);
  if (change.replacesIdentity) await deps.unverifyDocuments(tx, before.id);
  return change.contacts;
}
