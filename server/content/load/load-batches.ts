import { counted } from '../../../contract/counted.ts';
import type { Tx } from '../../db/schema.ts';
import { academyCalendar } from '../files/calendar-file.ts';
import type { Content } from '../files/content.ts';
import { type PlannedBatch, planBatches } from '../files/plan-batches.ts';
import {
  type BatchFields,
  type CurrentBatch,
  fieldsOf,
  insertBatches,
  keyOf,
  lockBatches,
  staffBatchKey,
  type Update,
  updateBatches,
} from './batch-rows.repo.ts';
import { readLoadedRows, saveLoadedRows } from './content-rows.repo.ts';
import { type ContentChange, isSame, type LoadedRow, mergeFields, writtenAfter } from './merge-fields.ts';

type Planned = PlannedBatch & { course_id: number; course_code: string };

/**
 * Returns the values that a content load should give to a stored batch: those of the content files, with three
 * exceptions. `notes` reports where the files are not followed.
 * - A cancelled batch keeps its dates and stays cancelled.
 * - A batch with booked or held seats keeps its dates and stays published, because only staff can inform the students.
 * - A batch keeps its dates if the files only say how many days after the first content load it begins
 *   (`has_real_dates` is false). This is not reported.
 */
function plannedFor(planned: Planned, current: CurrentBatch): { fields: BatchFields; notes: string[] } {
  const fields = fieldsOf(planned);
  const notes: string[] = [];
  const { start_date, end_date, sessions, status, publication } = current;
  if (publication === 'cancelled') {
    if (fields.publication !== 'cancelled')
      notes.push('it is cancelled and stays so; plan a new batch with a key of its own');
    return { fields: { ...fields, start_date, end_date, sessions, status, publication }, notes };
  }
  const isMoved = !isSame([fields.start_date, fields.end_date], [start_date, end_date]);
  if (!planned.has_real_dates || (isMoved && current.claimed > 0))
    Object.assign(fields, { start_date, end_date, sessions });
  if (planned.has_real_dates && isMoved && current.claimed > 0)
    notes.push(
      `${counted(current.claimed, 'seat is', 'seats are')} booked or held, so it stays on ${start_date} to ${end_date}; the content says ` +
        `${planned.start_date} to ${planned.end_date}. Move it: landfall batches move ${current.id}`,
    );
  if (fields.publication !== 'published' && current.claimed > 0) {
    notes.push(
      `${counted(current.claimed, 'seat is', 'seats are')} booked or held, so it is closed instead of ${fields.publication}`,
    );
    fields.publication = 'published';
  }
  return { fields, notes };
}

/**
 * Where necessary, raises a batch's capacity and lowers its number of office seats, so that students keep the seats
 * that they have booked or hold. The office seats stay as they are (`keepsOffice`) if staff have changed them or if the
 * content sets no number of them.
 */
function withPossibleSeats(target: BatchFields, current: CurrentBatch, keepsOffice: boolean): BatchFields {
  const others = current.taken - current.office_seats;
  const wanted = target.office_seats ?? current.office_seats;
  const capacity = Math.max(target.capacity, keepsOffice ? current.taken : others);
  return { ...target, capacity, office_seats: Math.min(wanted, capacity - others) };
}

/**
 * Fields that are kept or replaced together. Otherwise, a batch could begin when the content says and end when staff
 * say, or a batch that staff have opened could become a draft. `status` and `publication` are one `state` in the files.
 */
const units: Partial<Record<string, string>> = {
  start_date: 'days',
  end_date: 'days',
  sessions: 'days',
  status: 'state',
  publication: 'state',
};

const unitOf = (field: string) => units[field] ?? field;

type Loads = { changes: ContentChange[]; loaded: Map<string, LoadedRow>; updates: Update[] };

function mergeBatch(
  planned: Planned,
  current: CurrentBatch,
  loaded: LoadedRow | undefined,
  isOverwriting: boolean,
  to: Loads,
) {
  const { fields, notes } = plannedFor(planned, current);
  const present = { ...fieldsOf(current), ...(fields.office_seats === null ? { office_seats: null } : {}) };
  const merged = mergeFields<BatchFields>(fields, present, loaded, isOverwriting, unitOf);
  const name = `batch ${current.id} (${planned.course_code} ${current.start_date})`;
  const isManaged = fields.office_seats !== null;
  const keepsOffice = !isManaged || merged.kept.some(({ field }) => field === 'office_seats');
  const target = withPossibleSeats(merged.target, current, keepsOffice);
  const office_seats = isManaged ? target.office_seats : (loaded?.written.office_seats ?? current.office_seats);
  // A field in which this load does not follow the content files (`plannedFor`) is not written. Keep the earlier record
  // of this field, so that a later load still sees whether staff have changed the field.
  const wanted = fieldsOf(planned);
  const notFollowed = Object.entries(fields).flatMap(([field, value]) =>
    isSame(value, wanted[field as keyof BatchFields]) ? [] : [{ field }],
  );
  to.loaded.set(keyOf(planned.course_id, planned.key), {
    content: fields,
    written: writtenAfter({ ...target, office_seats }, [...merged.kept, ...notFollowed], loaded),
  });
  const stored = isManaged ? target : { ...target, office_seats: null };
  const changed = merged.changed.filter(
    ({ field }) => !isSame(stored[field as keyof BatchFields], present[field as keyof BatchFields]),
  );
  if (changed.length > 0) to.changes.push({ action: 'changed', name, fields: changed });
  if (merged.kept.length > 0) to.changes.push({ action: 'kept', name, fields: merged.kept });
  if (merged.overwritten.length > 0) to.changes.push({ action: 'overwritten', name, fields: merged.overwritten });
  for (const note of notes) to.changes.push({ action: 'note', name, note });
  if (!isSame(target, fieldsOf(current))) to.updates.push({ id: current.id, current, target });
}

/** Closes a batch that is no longer in the content, unless staff set its status. It is never deleted. */
function closeRemoved(key: string, current: CurrentBatch, loaded: LoadedRow, isOverwriting: boolean, to: Loads) {
  const name = `batch ${current.id} (${current.start_date})`;
  const present = { status: current.status };
  const merged = mergeFields({ status: 'closed' as const }, present, loaded, isOverwriting);
  // If staff have changed the status, keep the earlier record. If the content has the batch again later, the load of
  // that content then still sees that staff have changed the status.
  const isStaffs = !isSame(loaded.written.status, current.status) && !isOverwriting;
  const written = isStaffs ? loaded.written : { ...loaded.written, ...merged.target };
  to.loaded.set(key, { content: { ...loaded.content, status: 'closed' }, written });
  if (merged.changed.length > 0)
    to.changes.push({ action: 'removed', name, note: 'closed, because it is not in the content any more' });
  if (merged.kept.length > 0) to.changes.push({ action: 'kept', name, fields: merged.kept });
  if (merged.overwritten.length > 0) to.changes.push({ action: 'overwritten', name, fields: merged.overwritten });
  if (merged.target.status !== current.status)
    to.updates.push({ id: current.id, current, target: { ...fieldsOf(current), status: merged.target.status } });
}

/**
 * Makes the load find batches that staff created, so that it does not add them a second time. A content export writes
 * such a batch with the key `batch-<id>`. If the content to load has this key, it is stored with the batch. `loaded`
 * gets a record as if the last load had written what the content says: where the batch differs, it counts as changed by
 * staff since the export, and is kept.
 */
async function adoptStaffBatches(
  tx: Tx,
  planned: readonly Planned[],
  batches: readonly CurrentBatch[],
  loaded: Map<string, LoadedRow>,
): Promise<void> {
  const staffs = new Map(
    batches.flatMap((one) => (one.content_key === null ? [[staffBatchKey(one.id), one] as const] : [])),
  );
  for (const batch of planned) {
    const { course_id, key } = batch;
    const own = staffs.get(key);
    if (own?.course_id !== course_id) continue;
    own.content_key = key;
    const fields = fieldsOf(batch);
    loaded.set(keyOf(course_id, key), { content: fields, written: fields });
    await tx.updateTable('batches').set({ content_key: key }).where('id', '=', own.id).execute();
  }
}

/**
 * Reads the courses that are on the site although the content does not have them, because staff changed or added them,
 * or a package that has them. Returns their codes by id.
 */
async function readCoursesOfStaff(tx: Tx, inContent: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const courses = await tx.selectFrom('courses').select(['id', 'course_code']).where('is_active', '=', true).execute();
  return new Map(
    courses.flatMap(({ id, course_code }) => (inContent.includes(id) ? [] : [[id, course_code] as const])),
  );
}

/**
 * Loads the batches of all schedules; courses must have been loaded before. New batches are added. Existing batches are
 * merged, field by field, with what staff changed (decision 142, "Never load over what staff changed"). Batches that are
 * no longer in a schedule are closed, never deleted. Batches that staff created are left alone, and so are the batches
 * of a course that the content no longer has and that stays because staff changed it. Returns the changes for the report
 * of the load.
 */
export async function loadBatches(
  tx: Tx,
  { courses, calendar }: Content,
  { baseDay, overwritesStaff }: { baseDay: string; overwritesStaff: boolean },
): Promise<ContentChange[]> {
  const academy = academyCalendar(calendar);
  const planned: Planned[] = courses.flatMap(({ course: { batches, id, course_code, ...course } }) =>
    batches
      ? planBatches(batches, course, { baseDay, calendar: academy }).map((one) => ({
          ...one,
          course_id: id,
          course_code,
        }))
      : [],
  );
  const batches = await lockBatches(tx);
  const loaded = await readLoadedRows(tx, 'batch');
  await adoptStaffBatches(tx, planned, batches, loaded);
  const current = new Map(
    batches.flatMap((one) => (one.content_key === null ? [] : [[keyOf(one.course_id, one.content_key), one] as const])),
  );
  const added: Planned[] = [];
  const to: Loads = { changes: [], loaded: new Map(), updates: [] };
  for (const batch of planned) {
    const key = keyOf(batch.course_id, batch.key);
    const present = current.get(key);
    if (present) mergeBatch(batch, present, loaded.get(key), overwritesStaff, to);
    else {
      added.push(batch);
      const fields = fieldsOf(batch);
      const office_seats = batch.office_seats ?? batch.sold_before;
      to.loaded.set(key, { content: fields, written: { ...fields, office_seats } });
      to.changes.push({ action: 'added', name: `batch ${batch.course_code} ${batch.start_date} to ${batch.end_date}` });
    }
  }
  const coursesOfStaff = await readCoursesOfStaff(
    tx,
    courses.map(({ course }) => course.id),
  );
  const leftAlone = new Set<string>();
  for (const [key, row] of loaded) {
    const removed = to.loaded.has(key) ? undefined : current.get(key);
    const course = removed && coursesOfStaff.get(removed.course_id);
    if (course !== undefined) {
      to.loaded.set(key, row);
      if (removed?.status === 'open') leftAlone.add(course);
    } else if (removed) closeRemoved(key, removed, row, overwritesStaff, to);
  }
  for (const course of leftAlone)
    to.changes.push({
      ...{ action: 'kept', name: `batches of course ${course}` },
      note: 'left as they are, because the content no longer has the course, but staff keep it on the site',
    });
  await updateBatches(tx, to.updates);
  await insertBatches(tx, added);
  await saveLoadedRows(tx, 'batch', to.loaded);
  return to.changes;
}
