import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { AcademyCalendar, DaysOff } from '../../contract/academy-calendar.ts';
import type { Database, Tx } from '../db/schema.ts';
import { academyCalendar, type CalendarFile, calendarFileSchema } from './files/calendar-file.ts';
import { calendarFile } from './files/content-files.ts';

async function readFile(db: Kysely<Database>): Promise<CalendarFile> {
  const file = await db.selectFrom('content_files').select('body').where('path', '=', calendarFile).executeTakeFirst();
  return calendarFileSchema.parse(JSON.parse(file?.body ?? '{}'));
}

/**
 * Reads the academy's days off (weekly days off, holidays and breaks) as an `AcademyCalendar`, which calculates, for
 * example, the last day of a batch.
 */
export async function readAcademyCalendar(db: Kysely<Database>): Promise<AcademyCalendar> {
  return academyCalendar(await readFile(db));
}

const daysOffOf = ({ weekly_off = [], holidays = [], breaks = [] }: CalendarFile): DaysOff => ({
  ...{ weekly_off, holidays, breaks },
});

/** Reads the academy's days off in the format of the API, from which a browser can create an `AcademyCalendar`. */
export async function readDaysOff(db: Kysely<Database>): Promise<DaysOff> {
  return daysOffOf(await readFile(db));
}

/** An arbitrary key for the advisory lock of the days off. */
const daysOffLockKey = 7_004;

/**
 * Locks the days off until the transaction ends, and returns them. Changes by staff and by content loads therefore wait
 * for each other. The lock is an advisory one, because an academy that has never set days off may have no stored
 * `calendar.json` whose row could be locked.
 */
export async function lockDaysOff(tx: Tx): Promise<DaysOff> {
  await sql`select pg_advisory_xact_lock(${daysOffLockKey})`.execute(tx);
  return readDaysOff(tx);
}

/** Stores the days off in the stored `calendar.json`, so that a content export includes them. */
export async function storeDaysOff(tx: Tx, daysOff: DaysOff): Promise<void> {
  const file = await readFile(tx);
  // Keep the exact text of the stored file if the days off have not changed.
  if (isDeepStrictEqual(daysOffOf(file), daysOff)) return;
  const body = `${JSON.stringify({ ...file, ...daysOff }, null, 2)}\n`;
  await tx
    .insertInto('content_files')
    .values({ path: calendarFile, body })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ body }))
    .execute();
}
