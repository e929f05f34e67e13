import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder } from '../content-folder.ts';
import { emptyAcademy } from '../empty-academy.ts';

const { db } = await createTestDatabase();
const today = '2026-11-30';
const profile_url = '/media/brand/logo.svg';
const ann = { id: 1, slug: 'ann', name: 'Ann', profile_url };
const bob = { id: 2, slug: 'bob', name: 'Bob', profile_url };
const post = {
  ...{ id: 7, category_id: 1, slug: 'hello', title: 'Hello', excerpt: 'A word.', content: '<p>Text.</p>' },
  ...{ date: '2026-11-01', time: '09:30', author: 'ann', image_url: null, tags: ['life'] },
};

beforeEach(() => emptyAcademy(db));

/**
 * Loads a content folder. Returns one line for each change: the action, the name of the entry and the changed fields.
 */
async function load({ path }: ContentFolder): Promise<string[]> {
  const { changes } = await loadContent(db, path, { today });
  return changes.map(({ action, name, fields = [] }) =>
    [action, name, ...fields.map(({ field }) => field)].join(' ').trim(),
  );
}

/** Creates a content folder with Ann, Bob and one post by Ann, and loads it. */
async function loadPost(): Promise<ContentFolder> {
  const folder = await createContentFolder();
  await folder.write('authors.json', [ann, bob]);
  await folder.write('posts/7-hello.json', post);
  await load(folder);
  return folder;
}

const readAuthors = () => db.selectFrom('authors').select(['id', 'name']).orderBy('id').execute();
const readPosts = () => db.selectFrom('posts').select(['id', 'author_id']).orderBy('id').execute();

async function addStaffPost(author_id: number): Promise<void> {
  const { id: _, ...row } = await db.selectFrom('posts').selectAll().where('id', '=', 7).executeTakeFirstOrThrow();
  const own = { id: 8, slug: 'own', author_id, body: JSON.stringify(row.body) };
  await db
    .insertInto('posts')
    .values({ ...row, ...own })
    .execute();
}

it('loading content keeps an author’s name that staff have changed, but still applies a post’s new author from the content', async () => {
  const folder = await loadPost();
  await db.updateTable('authors').set({ name: 'Capt. Ann' }).where('id', '=', 1).execute();
  await folder.write('posts/7-hello.json', { ...post, author: 'bob' });
  expect(await load(folder)).toEqual(['changed post 7 (hello) author_id', 'kept author 1 (Capt. Ann) name']);
  expect(await readPosts()).toEqual([{ id: 7, author_id: 2 }]);
  expect(await readAuthors()).toMatchObject([{ name: 'Capt. Ann' }, { name: 'Bob' }]);
});

it('loading content deletes an author who is no longer in the content, together with the posts that named them', async () => {
  const folder = await loadPost();
  await folder.write('authors.json', [bob]);
  await folder.remove('posts/7-hello.json');
  expect(await load(folder)).toEqual(['removed post 7 (hello)', 'removed author 1 (Ann)']);
  expect(await readAuthors()).toMatchObject([{ name: 'Bob' }]);
});

it('an author removed from the content stays stored and exported while a post that staff added names the author', async () => {
  const folder = await loadPost();
  await addStaffPost(ann.id);
  await folder.write('authors.json', [bob]);
  await folder.write('posts/7-hello.json', { ...post, author: 'bob' });
  expect(await load(folder)).toContain('kept author 1 (Ann)');
  expect(await readPosts()).toEqual([
    { id: 7, author_id: 2 },
    { id: 8, author_id: 1 },
  ]);
  await folder.write('redirects.json', [{ from: '/old-about', to: '/about-us' }]);
  expect(await load(folder)).toEqual(['changed page redirects body', 'kept author 1 (Ann)']);
  const scratch = await mkdtemp(join(tmpdir(), 'landfall-authors-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const path = join(scratch, 'exported');
  expect((await exportContent(db, { path, from: folder.path, today })).left).toEqual([]);
  expect(await checkContent(path)).toEqual([]);
  expect(JSON.parse(await readFile(join(path, 'authors.json'), 'utf8'))).toEqual([bob, ann]);
  expect((await loadContent(db, path, { today, isDry: true })).changes).toEqual([]);
  await db.deleteFrom('posts').where('id', '=', 8).execute();
  await folder.write('redirects.json', []);
  expect(await load(folder)).toContain('removed author 1 (Ann)');
});

it('an author whom staff have removed comes back only when the content has a post that names them', async () => {
  const folder = await loadPost();
  await db.deleteFrom('authors').where('id', '=', bob.id).execute();
  await folder.write('authors.json', [ann, { ...bob, name: 'Robert' }]);
  expect(await load(folder)).toEqual(['kept author 2 (Robert)']);
  expect(await readAuthors()).toMatchObject([{ name: 'Ann' }]);
  await folder.write('posts/9-boats.json', { ...post, id: 9, slug: 'boats', author: 'bob' });
  expect(await load(folder)).toEqual(['added post 9 (boats)', 'added author 2 (Robert)']);
  expect(await readAuthors()).toMatchObject([{ name: 'Ann' }, { name: 'Robert' }]);
});
