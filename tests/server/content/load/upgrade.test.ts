import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createContentFolder } from '../content-folder.ts';

const { db } = await createTestDatabase();
const migrations = join(import.meta.dirname, '../../../../server/db/migrations');

/** A folder with the migrations whose names come before `first`. */
async function earlierMigrations(first: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of (await readdir(migrations)).filter((one) => one < first))
    await cp(join(migrations, name), join(folder, name));
  return folder;
}

async function createOldSchema(first: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, await earlierMigrations(first));
}

it('the first content load after an upgrade keeps values that staff set before the upgrade, and applies the rest of the content', async () => {
  // The migration 0036 added dated batches.
  await createOldSchema('0036');
  const { path, write } = await createContentFolder();
  const course = {
    course_code: 'ONE',
    course_name: 'Old',
    meta_text: 'one',
    position: 1,
    category_id: 3,
    course_template: 'x',
  };
  const rest = {
    duration: 3,
    duration_unit: 'day',
    total_fee_paise: 1,
    actual_fee_paise: 1,
    featured_image_url: '',
    banner_image_url: '',
  };
  await sql`insert into courses select * from jsonb_populate_record(null::courses, ${JSON.stringify({
    ...{ id: 1, is_active: true, tags: '', prerequisites: [], detail: {}, search_text: '', updated_at: '2026-01-01' },
    ...course,
    ...rest,
  })}::jsonb)`.execute(db);
  await sql`insert into batches (id, course_id, content_key, start_date, end_date, status, capacity, taken) values
    (1, 1, '0', '2026-06-01', '2026-06-03', 'closed', 12, 3), (2, 1, '1', '2026-06-11', '2026-06-13', 'open', 15, 0)`.execute(
    db,
  );
  await sql`insert into seat_claims (batch_id, kind, seats) values (1, 'office', 3)`.execute(db);
  await sql`insert into batch_decisions values (1, 'open', 15, 'closed', 12), (2, 'open', 15, null, null)`.execute(db);
  await sql`insert into content_loads (content_hash, base_day) values ('earlier', '2026-05-30')`.execute(db);
  await sql`insert into cms_documents (key, body) values ('booking-settings', '{"booking_title": "Ours", "payment_note": "x"}')`.execute(
    db,
  );
  await sql`insert into staff_settings (name, value, content_value) values ('booking_title', '"Ours"', '"Theirs"')`.execute(
    db,
  );
  await migrate(db);
  await write('notices.json', []);
  const { changes } = await loadContent(db, path, { today: '2026-08-01' });
  const batches = await db
    .selectFrom('batches')
    .select(['id', 'status', 'capacity', 'taken'])
    .orderBy('id')
    .limit(2)
    .execute();
  expect(batches).toEqual([
    { id: 1, status: 'closed', capacity: 12, taken: 3 },
    { id: 2, status: 'open', capacity: 20, taken: 0 },
  ]);
  const kept = changes
    .filter(({ action }) => action === 'kept')
    .flatMap(({ fields = [] }) => fields.map(({ field }) => field));
  expect(kept.sort()).toEqual(['body.booking_title', 'capacity', 'status']);
  const { body } = await db
    .selectFrom('cms_documents')
    .select('body')
    .where('key', '=', 'booking-settings')
    .executeTakeFirstOrThrow();
  expect(body).toMatchObject({ booking_title: 'Ours' });
});

it('an upgrade moves the authors of posts to their own table, and a post keeps the author that staff gave it', async () => {
  await createOldSchema('0070');
  const profile_url = '/media/brand/logo.svg';
  const [ann, bob, gone] = ['ann', 'bob', 'gone'].map((slug, index) => ({
    ...{ id: index + 1, slug, name: slug, profile_url },
  }));
  const post = {
    ...{ category_id: 1, title: 'Hello', excerpt: 'A word.', content: '<p>Text.</p>', date: '2026-11-01' },
    ...{ time: '09:30', author: 'ann', image_url: null, tags: ['life'] },
  };
  const { path, write } = await createContentFolder();
  await write('authors.json', [ann, bob]);
  for (const id of [7, 8]) await write(`posts/${id}.json`, { ...post, id, slug: `post-${id}` });
  const row = (id: number, author: object | null | undefined) => ({
    ...{ id, category_id: 1, slug: `post-${id}`, published_at: '2026-11-01T04:00:00+00:00', search_text: '' },
    body: { author },
  });
  // Of these posts, staff have given the second one another author, and added the third one.
  const rows = [row(7, ann), row(8, bob), row(9, gone)];
  await sql`insert into posts select * from jsonb_populate_recordset(null::posts, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
  const written = JSON.stringify({ 'body.author': ann });
  await sql`insert into content_rows values ('posts', '7', ${written}, ${written}), ('posts', '8', ${written}, ${written})`.execute(
    db,
  );
  await sql`insert into content_files values ('authors.json', ${JSON.stringify([ann, bob])})`.execute(db);
  await sql`insert into content_loads (content_hash, base_day) values ('earlier', '2026-05-30')`.execute(db);
  await migrate(db);
  const { changes } = await loadContent(db, path, { today: '2026-12-01' });
  const { rows: posts } = await sql`select id, author_id, body -> 'author' as author from posts order by id`.execute(
    db,
  );
  expect(posts).toEqual([
    { id: 7, author_id: 1, author: null },
    { id: 8, author_id: 2, author: null },
    { id: 9, author_id: 3, author: null },
  ]);
  expect(changes.filter(({ name }) => name.startsWith('author'))).toEqual([]);
  expect(await db.selectFrom('authors').selectAll().orderBy('id').execute()).toEqual([ann, bob, gone]);
});
