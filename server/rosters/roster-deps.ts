import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AcademyCalendar } from '../../contract/academy-calendar.ts';
import type { Enrolment } from '../../contract/enrolments.ts';
import type { JoiningCourse } from '../../contract/joining.ts';
import { type Roster, type RosterStudent, setResults } from '../../contract/staff/rosters.ts';
import type { Database, Db, Tx } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { StaffCaller } from '../http/mount/call.ts';
import { notFound, refuse } from '../http/refusal.ts';
import type { EmailPart } from '../providers/mail/email-body.ts';
import type { Mail } from '../providers/mail/mail.ts';
import { readRoster } from './roster.repo.ts';

/** What the calls for rosters need from other domains. */
export type RosterDeps = {
  clock: Clock;
  mail: Mail;
  greet: (firstName: string) => string;
  readCalendar: (db: Kysely<Database>) => Promise<AcademyCalendar>;
  /** The courses that a student has booked, with their joining instructions. */
  listBookings: (db: Kysely<Database>, studentId: string) => Promise<Enrolment[]>;
  /** Opens the content of a stored file; null if the file store does not have it. */
  openFile: (request: FastifyRequest, id: string) => Promise<Readable | null>;
  /** The joining instructions of courses, as parts of an email. */
  joiningParts: (courses: readonly JoiningCourse[]) => EmailPart[];
};

type Wanted = { db: Db | Tx; staff: StaffCaller; batchId: number };

/** Reads the roster of a batch. @throws Refusal 404 if there is no such batch, or the caller may not see it */
export async function requireRoster(
  { clock, readCalendar }: RosterDeps,
  { db, staff, batchId }: Wanted,
): Promise<Roster> {
  const on = { today: today(clock), calendar: await readCalendar(db) };
  const roster = await readRoster(db, staff, { batchId, ...on });
  if (!roster) throw notFound();
  return roster;
}

/**
 * Locks a batch, so that calls that change its results and certificates run one after the other. Otherwise a student
 * could get two certificates, or be marked as failed while a certificate is being issued. Calls that store attendance
 * use the mode `share`: they may run at the same time as each other, but not at the same time as a call with the mode
 * `update`.
 */
export async function lockBatch(tx: Tx, id: number, mode: 'update' | 'share' = 'update'): Promise<void> {
  const batch = tx.selectFrom('batches').select('id').where('id', '=', id);
  await (mode === 'share' ? batch.forShare() : batch.forUpdate()).execute();
}

/** Finds a student on a roster. @throws Refusal 409 NOT_ON_ROSTER if the student is not on it */
export function onRoster({ roster }: Roster, studentId: string): RosterStudent {
  const student = roster.find(({ student_id }) => student_id === studentId);
  if (!student) throw refuse(setResults.refusals, 'NOT_ON_ROSTER', 'A student is no longer booked on this batch.');
  return student;
}
