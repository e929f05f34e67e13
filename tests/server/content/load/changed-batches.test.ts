import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import {
  closeBatch,
  createBatches,
  moveBatch,
  openBatch,
  readSessions,
  setOfficeSeats,
} from '../../../../server/booking/batches/batch-change.repo.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { insertHold } from '../../booking/seat-holds.ts';
import { type ContentFolder, createContentFolder, makeCourse } from '../content-folder.ts';
import { emptyAcademy } from '../empty-academy.ts';

const { db } = await createTestDatabase();
const on = { today: '2031-01-01', calendar: new AcademyCalendar() };
const times = { start: '09:00', end: '17:00' };
let folder: ContentFolder;

async function load(batches: object) {
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches }));
  return (await loadContent(db, folder.path, { today: on.today })).changes.filter(({ name }) =>
    name.startsWith('batch'),
  );
}

const loadDated = (dates: object, schedule: object = { capacity: 20, times }) =>
  load({ ...schedule, dates: [{ key: 'may', ...dates }] });

async function readBatch() {
  const batch = await db
    .selectFrom('batches')
    .select(['id', 'start_date', 'end_date', 'status', 'publication', 'capacity', 'taken'])
    .executeTakeFirstOrThrow();
  return { ...batch, days: (await readSessions(db, batch.id)).map(({ day }) => day) };
}

beforeEach(async () => {
  await emptyAcademy(db);
  folder = await createContentFolder();
});

it('a batch that staff have made longer keeps all its dates when loaded content has an earlier or later first day', async () => {
  await loadDated({ start_date: '2031-05-05' });
  const { id } = await readBatch();
  const longer = { start_date: '2031-05-05', end_date: '2031-05-08' };
  await inTransaction(db, (tx) => moveBatch(tx, id, { ...longer, ignoresLength: true, affected: 0 }, on));
  const days = ['2031-05-05', '2031-05-06', '2031-05-07', '2031-05-08'];
  await loadDated({ start_date: '2031-04-07' });
  expect(await readBatch()).toMatchObject({ ...longer, days });
  await loadDated({ start_date: '2031-05-19' });
  expect(await readBatch()).toMatchObject({ ...longer, days });
});

it('a batch that staff moved while students held seats keeps its new dates when content is loaded after the students have left', async () => {
  await loadDated({ start_date: '2031-05-05' });
  const { id } = await readBatch();
  const { id: studentId } = await createStudent(db);
  await insertHold(db, { studentId, batchId: id, seats: 1, expiresInMs: 600_000 });
  await inTransaction(db, (tx) => moveBatch(tx, id, { start_date: '2031-05-12', affected: 1 }, on));
  await loadDated({ start_date: '2031-05-05' }, { capacity: 21, times });
  await db.deleteFrom('seat_claims').execute();
  await db.updateTable('batches').set({ taken: 0 }).execute();
  await loadDated({ start_date: '2031-05-05' }, { capacity: 22, times });
  expect(await readBatch()).toMatchObject({ start_date: '2031-05-12', end_date: '2031-05-14', capacity: 22 });
});

it('loading content with a smaller capacity for a batch keeps the seats that staff have reserved for the office', async () => {
  await loadDated({ start_date: '2031-05-05' }, { capacity: 20, office_seats: 2 });
  const { id } = await readBatch();
  const { id: studentId } = await createStudent(db);
  await insertHold(db, { studentId, batchId: id, seats: 8, expiresInMs: 600_000 });
  await inTransaction(db, (tx) => setOfficeSeats(tx, id, 6));
  await loadDated({ start_date: '2031-05-05' }, { capacity: 10, office_seats: 2 });
  expect(await readBatch()).toMatchObject({ capacity: 14, taken: 14 });
});

it('a batch that staff have opened stays open when loaded content marks the batch as cancelled or as a draft', async () => {
  await loadDated({ start_date: '2031-05-05', state: 'closed' });
  const { id } = await readBatch();
  await inTransaction(db, (tx) => openBatch(tx, id, on.today));
  for (const state of ['draft', 'cancelled']) {
    const changes = await loadDated({ start_date: '2031-05-05', state });
    expect(changes.map(({ action }) => action)).toEqual(['kept']);
    expect(await readBatch()).toMatchObject({ status: 'open', publication: 'published' });
  }
});

it.each([
  ['stays closed if staff had closed it', true, 'closed'],
  ['is open if only the content had closed it', false, 'open'],
] as const)(
  'a batch that returns to the content after it was missing there is open again unless staff had closed it (it %s)',
  async (_, isByStaff, status) => {
    await loadDated({ start_date: '2031-05-05' });
    const { id } = await readBatch();
    if (isByStaff) await inTransaction(db, (tx) => closeBatch(tx, id));
    const readStatus = () => db.selectFrom('batches').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    for (const capacity of [20, 21])
      await load({ capacity, times, dates: [{ key: 'june', start_date: '2031-06-02' }] });
    expect(await readStatus()).toEqual({ status: 'closed' });
    await loadDated({ start_date: '2031-05-05' });
    expect(await readStatus()).toEqual({ status });
  },
);

it('however often a content export is loaded, a batch created by staff keeps the changes that staff made after the export', async () => {
  await load({ capacity: 20, dates: [{ start_date: '2099-01-05' }] });
  const days = { start_date: '2031-05-05', end_date: '2031-05-07' };
  const created = { course_id: 1, ...days, capacity: 8 };
  const [id = 0] = await inTransaction(db, (tx) => createBatches(tx, [created], on));
  const path = await mkdtemp(join(tmpdir(), 'landfall-export-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await exportContent(db, { path, from: folder.path, today: on.today });
  await inTransaction(db, async (tx) => {
    await moveBatch(tx, id, { start_date: '2031-05-12', affected: 0 }, on);
    await closeBatch(tx, id);
  });
  const batch = db.selectFrom('batches').select(['start_date', 'status', 'capacity']).where('id', '=', id);
  const changed = { start_date: '2031-05-12', status: 'closed', capacity: 8 };
  const exported = JSON.parse(await readFile(join(path, 'courses/one.json'), 'utf8'));
  for (const course_name of ['Course ONE', 'Another name']) {
    await writeFile(join(path, 'courses/one.json'), JSON.stringify({ ...exported, course_name }));
    const { changes } = await loadContent(db, path, { today: on.today });
    expect(changes.flatMap(({ action, name }) => (name.startsWith('batch') ? [action] : []))).toEqual(['kept']);
    expect(await batch.executeTakeFirstOrThrow()).toEqual(changed);
  }
  await loadContent(db, path, { today: on.today, overwritesStaff: true });
  expect(await batch.executeTakeFirstOrThrow()).toEqual({ start_date: '2031-05-05', status: 'open', capacity: 8 });
});
