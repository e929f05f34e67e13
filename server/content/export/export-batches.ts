import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { DatedBatchFile } from '../files/batches-file.ts';
import { academyCalendar, type CalendarFile } from '../files/calendar-file.ts';
import type { CourseFile } from '../files/course-file.ts';
import { planBatches } from '../files/plan-batches.ts';
import {
  type BatchFields,
  type CurrentBatch,
  fieldsOf,
  keyOf,
  readBatches,
  staffBatchKey,
} from '../load/batch-rows.repo.ts';
import { readLoadedRows } from '../load/content-rows.repo.ts';
import { isSame } from '../load/merge-fields.ts';

function stateOf({ status, publication }: BatchFields): NonNullable<DatedBatchFile['state']> {
  return publication === 'published' ? status : publication;
}

/**
 * Creates the entry for a batch in the list `batches.dates` of its course's file. Empty fields are written as null, so
 * that the defaults of `batches` in the file do not apply to them.
 */
function toEntry(key: string, batch: CurrentBatch, saysOfficeSeats: boolean, ignoresLength: boolean): DatedBatchFile {
  const { start_date, end_date, capacity, office_seats, venue_id, instructor_id, sessions } = batch;
  return {
    key,
    start_date,
    end_date,
    capacity,
    state: stateOf(batch),
    venue_id,
    instructor_id,
    times: null,
    ...(saysOfficeSeats ? { office_seats } : {}),
    ...(sessions.length > 0
      ? { sessions: sessions.map(({ day, start_time, end_time }) => ({ day, start: start_time, end: end_time })) }
      : {}),
    ...(ignoresLength ? { ignore_length: true as const } : {}),
  };
}

type Options = { baseDay: string; today: string; calendar: CalendarFile };

/**
 * Finds the batches that their course's file must list: those that staff created and those that differ from the
 * schedule. Returns the entries for `batches.dates` by course id.
 */
export async function findBatchEntries(
  db: Kysely<Database>,
  courses: readonly CourseFile[],
  { baseDay, today, calendar: file }: Options,
): Promise<Map<number, DatedBatchFile[]>> {
  const calendar = academyCalendar(file);
  const [batches, loaded] = [await readBatches(db), await readLoadedRows(db, 'batch')];
  const entries = courses.map((course) => {
    const schedule = course.batches ? planBatches(course.batches, course, { baseDay, calendar }) : [];
    const planned = new Map(schedule.map((one) => [one.key, one]));
    // Entries of `batches.dates` whose last day agreed with the length of the course when they were loaded, because
    // they have no `ignore_length`. If a last day no longer agrees, the export must add `ignore_length`.
    const stated = (course.batches?.dates ?? []).filter(({ end_date, ignore_length }) => end_date && !ignore_length);
    const statedDates = new Set(stated.map((one) => one.key ?? one.start_date));
    const own = batches.filter(({ course_id }) => course_id === course.id);
    return own.flatMap((batch): DatedBatchFile[] => {
      const key = batch.content_key ?? staffBatchKey(batch.id);
      const plan = planned.get(key);
      const written = loaded.get(keyOf(course.id, key))?.written.office_seats;
      const isOfficeStaffs = written !== undefined && written !== batch.office_seats;
      const needsOffice = batch.office_seats > 0 || (course.batches?.office_seats ?? 0) > 0;
      const saysOffice = isOfficeStaffs || (plan ? plan.office_seats !== null : needsOffice);
      const fields = { ...fieldsOf(batch), office_seats: saysOffice ? batch.office_seats : null };
      const ignoresLength = calendar.lengthFault(batch.start_date, batch.end_date, course) !== null;
      const needsSaying = ignoresLength && statedDates.has(key);
      if (plan && !needsSaying && isSame(fieldsOf(plan), fields)) return [];
      // Leave out a batch that is not in the schedule if it has ended, or if it was closed because the content no
      // longer has it. But write an ended batch that has been in the content and is still open: loading an export
      // without this batch would close it.
      const hasEnded = batch.end_date < today && (batch.content_key === null || batch.status === 'closed');
      const isGone = batch.content_key ? batch.status === 'closed' && batch.claimed === 0 : false;
      if (!plan && (hasEnded || isGone)) return [];
      return [toEntry(key, batch, saysOffice, ignoresLength)];
    });
  });
  return new Map(courses.map(({ id }, index) => [id, entries[index] ?? []]));
}

/** Puts entries into `batches.dates` of a course's file. They replace entries with the same keys. */
export function withBatchEntries(
  file: Record<string, unknown>,
  entries: readonly DatedBatchFile[],
): Record<string, unknown> {
  if (entries.length === 0) return file;
  const keys = new Set(entries.map(({ key }) => key));
  const schedule = (file.batches ?? { capacity: entries[0]?.capacity ?? 1 }) as { dates?: DatedBatchFile[] };
  const others = (schedule.dates ?? []).filter(({ key, start_date }) => !keys.has(key ?? start_date));
  return { ...file, batches: { ...schedule, dates: [...others, ...entries] } };
}
