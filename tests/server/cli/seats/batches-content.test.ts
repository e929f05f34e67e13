import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder, makeCourse } from '../../content/content-folder.ts';
import { emptyAcademy } from '../../content/empty-academy.ts';
import { staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
let folder: ContentFolder;
let ids: number[];

const schedule = { first_in_days: 1, every_days: 10, count: 3, capacity: 20 };
const load = () => landfall('content', 'load', folder.path);

async function loadWith(batches: object | null, name = 'Course ONE') {
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches, course_name: name }));
  const loaded = await load();
  expect(loaded).toMatchObject({ code: 0, err: '' });
  return loaded.out;
}

async function readBatches() {
  const rows = await db.selectFrom('batches').select(['status', 'capacity']).orderBy('id').execute();
  return rows.map(({ status, capacity }) => `${status} ${capacity}`);
}

beforeEach(async () => {
  await emptyAcademy(db);
  folder = await createContentFolder();
  await loadWith(schedule);
  ids = (await db.selectFrom('batches').select('id').orderBy('id').execute()).map(({ id }) => id);
  await landfall('batches', 'set-seats', String(ids[0]), '12', '--reason', 'test');
  await landfall('batches', 'close', String(ids[1]));
});

it('loading content with an unchanged schedule keeps the capacity and status that staff have set for a batch', async () => {
  expect(await readBatches()).toEqual(['open 12', 'closed 20', 'open 20']);
  expect(await loadWith(schedule, 'Another name')).not.toContain('changed: batch');
  expect(await readBatches()).toEqual(['open 12', 'closed 20', 'open 20']);
});

it('loading content applies a changed batch schedule, but keeps and reports values that staff have set', async () => {
  const out = await loadWith({ ...schedule, capacity: 25 });
  expect(out).toContain(`kept, because staff changed it: batch ${ids[0]} (ONE`);
  expect(out).toContain('capacity: 12 (the content says 25)\n');
  expect(await readBatches()).toEqual(['open 12', 'closed 25', 'open 25']);
  const dry = await landfall('content', 'load', folder.path, '--dry-run', '--overwrite-staff-changes');
  expect(dry.out).toContain('capacity: 12 → 25\n');
  expect(await readBatches()).toEqual(['open 12', 'closed 25', 'open 25']);
  await landfall('content', 'load', folder.path, '--overwrite-staff-changes');
  expect(await readBatches()).toEqual(['open 25', 'open 25', 'open 25']);
  await landfall('batches', 'close', String(ids[1]));
  await loadWith({ ...schedule, capacity: 25, special: [{ n: 1, status: 'closed' }] });
  await loadWith({ ...schedule, capacity: 25 });
  expect(await readBatches()).toEqual(['open 25', 'open 25', 'open 25']);
});

it('loading content closes batches that the content no longer contains, except batches that staff have opened again', async () => {
  await loadWith({ ...schedule, count: 2 });
  expect(await readBatches()).toEqual(['open 12', 'closed 20', 'closed 20']);
  await landfall('batches', 'open', String(ids[2]));
  await loadWith({ ...schedule, count: 2 }, 'Another name');
  expect(await readBatches()).toEqual(['open 12', 'closed 20', 'open 20']);
});

it('loading content does not change a batch that staff have cancelled, even with the option to overwrite changes by staff', async () => {
  const dates = [{ key: 'may', start_date: '2031-05-05' }];
  await loadWith({ capacity: 20, dates });
  const batch = db.selectFrom('batches').select(['id', 'status', 'publication', 'start_date']).orderBy('id', 'desc');
  const { id } = await batch.executeTakeFirstOrThrow();
  await landfall('batches', 'cancel', String(id), '--reason', 'too few');
  const cancelled = { id, status: 'closed', publication: 'cancelled', start_date: '2031-05-05' };
  const moved = [{ key: 'may', start_date: '2031-05-12' }];
  expect(await loadWith({ capacity: 20, dates: moved })).toContain(
    `note: batch ${id} (ONE 2031-05-05): it is cancelled`,
  );
  expect(await batch.executeTakeFirstOrThrow()).toEqual(cancelled);
  await landfall('content', 'load', folder.path, '--overwrite-staff-changes');
  expect(await batch.executeTakeFirstOrThrow()).toEqual(cancelled);
});
