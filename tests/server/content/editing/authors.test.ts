import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ContentBody } from '../../../../contract/staff/content.ts';
import { previewDocument } from '../../../../server/content/editing/preview-document.ts';
import { publishDueDrafts } from '../../../../server/content/editing/publish-due.ts';
import { hour } from '../../../support/clock.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, today, edit, begin, previewLoad, exportsUnchanged } = await startEditing();
const reason = 'has left the academy';
const picture = '/media/people/campus-desk.svg';

type Author = { id: number; name: string; slug: string };

/** The author of a post as the news API returns it to visitors. */
async function readAuthor(post: number | string): Promise<Author | undefined> {
  app.clock.advance(2000);
  const { body } = await app.call('GET', `/wp-json/wp/v2/posts/${post}?_embed`);
  return (body as { _embedded: { author: Author[] } })._embedded.author[0];
}

async function publishAuthor(slug: string, name: string): Promise<string> {
  const id = await begin('authors');
  const author = await edit('authors', id);
  await author.change({ slug, name, profile_url: picture });
  const published = await author.publish();
  expect(published.status, published.text).toBe(200);
  return id;
}

async function choicesOfPosts(): Promise<unknown[]> {
  const { fields } = (await (await edit('posts', '2101')).open()) as unknown as {
    fields: { name: string; options?: { value: string; label: string }[] }[];
  };
  return fields.find(({ name }) => name === 'author')?.options ?? [];
}

const regatta: ContentBody = {
  ...{ category_id: 7, slug: 'regatta', title: 'Regatta', excerpt: 'Boats.', content: '<p>Boats race.</p>' },
  ...{ date: '2026-01-01', time: '09:00', tags: ['boats'] },
};

it('posts can name a new author as soon as an editor has published the author', async () => {
  const id = await begin('authors');
  const author = await edit('authors', id);
  const { faults } = await author.check();
  expect(faults.map(({ label, reason: why }) => `${label} ${why}`).toSorted()).toEqual([
    ...['Name is empty', 'Picture is empty', 'Short name is empty'],
  ]);
  await author.change({ slug: 'campus-desk', name: 'Meera Nair', profile_url: picture });
  expect((await author.check()).faults).toMatchObject([{ path: 'slug' }]);
  await author.change({ slug: 'meera-nair' });
  expect(await choicesOfPosts()).not.toContainEqual(expect.objectContaining({ label: 'Meera Nair' }));
  expect(await author.check()).toMatchObject({ faults: [], needs_reason: false });
  expect((await author.publish()).status).toBe(200);
  expect(await choicesOfPosts()).toContainEqual({ value: 'meera-nair', label: 'Meera Nair' });
  const post = await edit('posts', '2103');
  await post.change({ author: 'meera-nair' });
  expect((await post.publish()).status).toBe(200);
  expect(await readAuthor(2103)).toMatchObject({ id: Number(id), name: 'Meera Nair', slug: 'meera-nair' });
  // Once the author is published, the short name cannot be changed.
  await author.change({ slug: 'another', name: 'Capt. Meera Nair' });
  expect((await author.publish()).status).toBe(200);
  expect(await readAuthor(2103)).toMatchObject({ name: 'Capt. Meera Nair', slug: 'meera-nair' });
});

it('a new name of an author is shown on all posts that name the author, and the history can bring the old name back', async () => {
  const author = await edit('authors', '5');
  const { published } = await author.open();
  expect(published).toEqual({ name: 'Aparna Kulkarni, Third Officer', profile_url: expect.any(String) });
  await author.change({ name: 'Aparna Kulkarni, Second Officer' });
  expect((await author.check()).consequences).toEqual([expect.stringMatching(/^\d+ posts show the change at once\.$/)]);
  expect(await readAuthor(2101)).toMatchObject({ name: 'Aparna Kulkarni, Third Officer' });
  expect((await author.publish()).status).toBe(200);
  const names = [await readAuthor(2101), await readAuthor(2107)].map((one) => one?.name);
  expect(names).toEqual(['Aparna Kulkarni, Second Officer', 'Aparna Kulkarni, Second Officer']);
  const [version] = await author.get<{ id: number }[]>('history');
  expect((await author.post('restore', { revision: 0, version: version?.id, state: 'before' })).status).toBe(200);
  expect((await author.publish()).status).toBe(200);
  expect(await readAuthor(2101)).toMatchObject({ name: 'Aparna Kulkarni, Third Officer', slug: 'aparna-kulkarni' });
});

it('the preview of an author’s new name shows the oldest post that names the author, and visitors still see the old name', async () => {
  const author = await edit('authors', '5');
  await author.change({ name: 'Only in the preview' });
  const renderPage = async (path: string) => {
    const id = /-(\d+)$/.exec(path)?.[1];
    return (await app.call('GET', `/wp-json/wp/v2/posts/${id}?_embed`)).text;
  };
  app.clock.advance(2000);
  const options = { contentDir: demo, renderPage, today };
  const preview = await previewDocument(app.db, { kind: 'authors', id: '5' }, options);
  expect(preview?.html).toContain('Only in the preview');
  const { id: oldest } = await app.db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', 5)
    .orderBy('published_at')
    .executeTakeFirstOrThrow();
  expect(preview?.page).toMatch(new RegExp(`-${oldest}$`));
  expect(await readAuthor(oldest)).toMatchObject({ name: 'Aparna Kulkarni, Third Officer' });
  await author.post('discard', { revision: (await author.check()).revision });
  const unnamed = await publishAuthor('nobody-yet', 'Nobody Yet');
  expect(await previewDocument(app.db, { kind: 'authors', id: unnamed }, options)).toBeNull();
});

it('an author whom a published post or a scheduled draft names cannot be removed, and the refusal names the post', async () => {
  const id = await publishAuthor('leela-das', 'Leela Das');
  const author = await edit('authors', id);
  const name = { author: 'leela-das' };
  const post = await edit('posts', await begin('posts'));
  await post.change({ ...regatta, ...name });
  expect((await post.publish({ publish_at: new Date(app.clock.now() + hour).toISOString() })).status).toBe(200);
  const waiting = await author.post('remove', { revision: 0, reason });
  expect(waiting).toMatchObject({
    status: 409,
    body: {
      code: 'IN_USE',
      message: 'This is the author of these drafts, which wait for their time: “Regatta”. Cancel their time first.',
    },
  });
  app.clock.advance(hour);
  await publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo });
  const [later, published] = [await edit('authors', id), await edit('posts', '2107')];
  await published.change(name);
  expect((await published.publish()).status).toBe(200);
  const refused = await later.post('remove', { revision: 0, reason });
  const title = (await published.open()).published?.title;
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'IN_USE',
      message: `This is the author of these posts: “${title}”, “Regatta”. Choose another author for them.`,
    },
  });
});

it('an author whom no post names can be removed and restored, and posts cannot name the author meanwhile', async () => {
  const id = await publishAuthor('gone-soon', 'Gone Soon');
  const author = await edit('authors', id);
  const post = await edit('posts', '2109');
  await post.change({ author: 'gone-soon' });
  expect((await author.post('remove', { revision: 0, reason })).status).toBe(200);
  expect(await choicesOfPosts()).not.toContainEqual(expect.objectContaining({ label: 'Gone Soon' }));
  expect((await post.check()).faults).toEqual([
    { path: 'author', label: 'Author', reason: 'there is no author gone-soon' },
  ]);
  const [version] = await author.get<{ id: number }[]>('history');
  expect((await author.post('restore', { revision: 0, version: version?.id, state: 'before' })).status).toBe(200);
  expect((await author.publish()).status).toBe(200);
  expect((await post.publish()).status).toBe(200);
  expect(await readAuthor(2109)).toMatchObject({ name: 'Gone Soon' });
});

it('loading content keeps editors’ changes to authors, including removals, and loading an export of the content changes nothing', async () => {
  const own = await publishAuthor('own-author', 'Own Author');
  const author = await edit('authors', '6');
  await author.change({ name: 'The campus office' });
  expect((await author.publish()).status).toBe(200);
  const posts = await app.db.selectFrom('posts').select('id').where('author_id', '=', 4).execute();
  for (const { id } of posts) {
    const post = await edit('posts', String(id));
    await post.change({ author: 'own-author' });
    expect((await post.publish()).status).toBe(200);
  }
  expect((await (await edit('authors', '4')).post('remove', { revision: 0, reason })).status).toBe(200);
  const kept = await previewLoad();
  expect(kept).toEqual(
    expect.arrayContaining(['kept author 4 (Dr. Revathi Mohan)', 'kept author 6 (The campus office)']),
  );
  const path = await exportsUnchanged();
  const authors: Author[] = JSON.parse(await readFile(join(path, 'authors.json'), 'utf8'));
  expect(authors.map(({ slug }) => slug)).not.toContain('dr-revathi-mohan');
  expect(authors).toContainEqual({
    ...{ id: Number(own), slug: 'own-author', name: 'Own Author', profile_url: picture },
  });
  // A restored author has the old short name, by which the content files of posts know the author.
  const revathi = await edit('authors', '4');
  const [version] = await revathi.get<{ id: number }[]>('history');
  expect((await revathi.post('restore', { revision: 0, version: version?.id, state: 'before' })).status).toBe(200);
  expect((await revathi.publish()).status).toBe(200);
  for (const { id } of posts) {
    const post = await edit('posts', String(id));
    await post.change({ author: 'dr-revathi-mohan' });
    expect((await post.publish()).status).toBe(200);
  }
  expect(await previewLoad()).not.toContain('kept author 4 (Dr. Revathi Mohan)');
  await exportsUnchanged();
});
