import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ContentBody, ContentKind } from '../../../../contract/staff/content.ts';
import { openDocument, readCurrentContent } from '../../../../server/content/editing/read-document.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { startEditing } from '../editing/editor.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const { app, today, edit, begin, exportsUnchanged } = await startEditing();
const reason = 'not offered any more';

type Editing = Awaited<ReturnType<typeof edit>>;
type Kind = {
  /** What a document of this kind is called in the report of a load. */
  label: string;
  body: () => Promise<ContentBody> | ContentBody;
  withdraw: (document: Editing) => Promise<number>;
};

const copyOf = async (kind: ContentKind, id: string) => ({ ...(await (await edit(kind, id)).open()).published });
const remove = async (document: Editing) => (await document.post('remove', { revision: 0, reason })).status;
const publishWith = (fields: ContentBody) => async (document: Editing) => {
  await document.change(fields);
  return (await document.publish({ reason })).status;
};
/** Publishes what an editor has removed once more. */
async function restore(document: Editing): Promise<number> {
  const [version] = await document.get<{ id: number }[]>('history');
  await document.post('restore', { revision: 0, version: version?.id, state: 'before' });
  return (await document.publish({ reason })).status;
}
const deactivate = publishWith({ is_active: false });

const dates = { date: '2026-01-01', expires: '2099-01-01' };
const regatta = { category_id: 7, slug: 'regatta', title: 'Regatta', excerpt: 'Boats.', content: '<p>Boats race.</p>' };
const sails = { course_code: 'SAIL', course_name: 'Sail making', meta_text: 'sails', discounts: [] };

/** All kinds of content documents that editors add and withdraw. */
const kinds = new Map<ContentKind, Kind>([
  [
    'notices',
    {
      label: 'notice',
      body: () => ({ title: 'Open day', content: '<p>Come.</p>', order: 1, ...dates }),
      withdraw: remove,
    },
  ],
  [
    'posts',
    {
      label: 'post',
      body: () => ({ ...regatta, date: '2026-01-01', time: '09:00', tags: ['boats'] }),
      withdraw: remove,
    },
  ],
  [
    'authors',
    {
      label: 'author',
      body: () => ({ slug: 'own', name: 'Meera Nair', profile_url: '/media/people/campus-desk.svg' }),
      withdraw: remove,
    },
  ],
  ['venues', { label: 'venue', body: () => ({ address: 'Quay 9' }), withdraw: remove }],
  ['instructors', { label: 'instructor', body: () => ({ name: 'Capt. S. Rao' }), withdraw: remove }],
  [
    'booking-groups',
    {
      label: 'booking group',
      body: async () => ({ ...(await copyOf('booking-groups', '1')), title: 'Own' }),
      withdraw: remove,
    },
  ],
  [
    'courses',
    { label: 'course', body: async () => ({ ...(await copyOf('courses', '409')), ...sails }), withdraw: deactivate },
  ],
  [
    'packages',
    {
      label: 'package',
      body: async () => ({ ...(await copyOf('packages', '809')), discounts: [] }),
      withdraw: deactivate,
    },
  ],
  [
    'departments',
    {
      label: 'department',
      body: async () => ({ ...(await copyOf('departments', '3')), department_name: 'Sails', slug: 'sails' }),
      withdraw: publishWith({ show_on_website: false }),
    },
  ],
]);

/** Reads documents as they are published now. `names`: the kind and the id of each, such as `notices/4`. */
async function readPublished(names: readonly string[]): Promise<(ContentBody | null | undefined)[]> {
  const content = await app.db.transaction().execute(readCurrentContent);
  return names.map((name) => {
    const [kind, id = ''] = name.split('/') as [ContentKind, string];
    return openDocument({ kind, id }, content)?.published;
  });
}

/** Loads a content folder. Returns what the load does, by the name of the row: `{ 'notice 4': 'kept' }`. */
async function load(path: string, options: { isDry?: boolean; overwritesStaff?: boolean } = {}) {
  const { changes } = await loadContent(app.db, path, { today, ...options });
  return Object.fromEntries(changes.map(({ action, name }) => [name.replace(/ \(.*/, ''), action]));
}

async function add(kind: ContentKind, fields: ContentBody = {}): Promise<{ id: string; document: Editing }> {
  const id = await begin(kind);
  const document = await edit(kind, id);
  expect(await publishWith({ ...(await kinds.get(kind)?.body()), ...fields })(document)).toBe(200);
  return { id, document };
}

it('content that an editor withdrew after an export stays withdrawn when the export is loaded, unless the load overwrites staff changes', async () => {
  const added: { name: string; label: string; document: Editing; withdraw: Kind['withdraw'] }[] = [];
  for (const [kind, { label, withdraw }] of kinds) {
    const { id, document } = await add(kind);
    added.push({ name: `${kind}/${id}`, label: `${label} ${id}`, document, withdraw });
  }
  const readAll = () => readPublished(added.map(({ name }) => name));
  const published = await readAll();
  const exported = await exportsUnchanged();
  for (const { document, withdraw } of added) expect(await withdraw(document)).toBe(200);
  const withdrawn = await readAll();
  const kept = Object.fromEntries(added.map(({ label }) => [label, 'kept']));
  for (const isDry of [true, false]) {
    expect(await load(exported, { isDry })).toEqual(kept);
    expect(await readAll()).toEqual(withdrawn);
  }
  await exportsUnchanged();
  await load(exported, { overwritesStaff: true });
  expect(await readAll()).toEqual(published);
});

it('content that an editor published again after an export stays published when the export is loaded', async () => {
  const notice = await edit('notices', '1');
  const { id, document: course } = await add('courses', { ...sails, course_code: 'KNOT', meta_text: 'knots' });
  await load(await exportsUnchanged());
  const hidden = await add('courses', { ...sails, course_code: 'REEF', meta_text: 'reefs', is_active: false });
  const names = ['notices/1', `courses/${id}`, 'packages/809', 'departments/3'];
  const [bundle, department] = [await edit('packages', '809'), await edit('departments', '3')];
  const published = await readPublished(names);
  const withdrawals = [
    await remove(notice),
    await deactivate(course),
    await deactivate(bundle),
    await publishWith({ show_on_website: false })(department),
  ];
  const exported = await exportsUnchanged();
  const activate = publishWith({ is_active: true });
  const publications = [
    await restore(notice),
    await activate(course),
    await activate(bundle),
    await publishWith({ show_on_website: true })(department),
    await activate(hidden.document),
  ];
  expect(new Set([...withdrawals, ...publications])).toEqual(new Set([200]));

  const kept = ['notice 1', `course ${id}`, 'package 809', 'department 3', `course ${hidden.id}`];
  for (const isDry of [true, false]) {
    expect(await load(exported, { isDry })).toEqual(Object.fromEntries(kept.map((name) => [name, 'kept'])));
    expect(await readPublished(names)).toEqual(published);
  }
  expect(await readPublished([`courses/${hidden.id}`])).toMatchObject([{ is_active: true }]);
  await exportsUnchanged();
  // A later load of the folder, with a change elsewhere, withdraws nothing either.
  const footer = JSON.parse(await readFile(join(exported, 'footer.json'), 'utf8'));
  await writeFile(join(exported, 'footer.json'), JSON.stringify({ ...footer, contact_title: 'Another title' }));
  await load(exported);
  expect(await readPublished(names)).toEqual(published);
});

it('a discount or course that an editor removed from a package after an export stays removed when the export is loaded', async () => {
  const bundle = await edit('packages', '810');
  const codesOf = async () => (await bundle.open()).published as { course_codes: string[]; discounts: object[] };
  const before = await codesOf();
  const discount = { type: 'fixed_amount', value: 100, crossed_out_price: 'base-price' };
  const more = { course_codes: [...before.course_codes, 'AFF'], discounts: [...before.discounts, discount] };
  expect(await publishWith(more)(bundle)).toBe(200);
  const exported = await exportsUnchanged();
  expect(await publishWith(before)(bundle)).toBe(200);
  expect(Object.values(await load(exported))).toEqual(['kept', 'kept']);
  expect(await codesOf()).toEqual(before);
  await exportsUnchanged();
});

it('if an editor reorders a package’s courses after a content export, loading the export keeps the editor’s order', async () => {
  const { document: bundle } = await add('packages');
  const exported = await exportsUnchanged();
  const codesOf = async () => (await bundle.open()).published?.course_codes as string[];
  const reversed = (await codesOf()).toReversed();
  expect(await publishWith({ course_codes: reversed })(bundle)).toBe(200);
  expect(new Set(Object.values(await load(exported)))).toEqual(new Set(['kept']));
  expect(await codesOf()).toEqual(reversed);
  await exportsUnchanged();
});

type ListFile = { id: number }[];
/** Changes the list in a content file, such as the notices. */
async function changeList(path: string, change: (list: ListFile) => ListFile): Promise<void> {
  const list: ListFile = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify(change(list)));
}

it('a notice that an editor removed before the last load is added again if the loaded content contains it', async () => {
  const { id, document } = await add('notices');
  const notices = join(await exportsUnchanged(), 'notices.json');
  const listed = JSON.parse(await readFile(notices, 'utf8'));
  expect(await remove(document)).toBe(200);
  const later = await exportsUnchanged();
  // Load other content in between, because content that has not changed is not loaded again.
  await changeList(join(later, 'notices.json'), (list) => list.toReversed());
  await load(later);
  await changeList(join(later, 'notices.json'), () => listed);
  expect(await load(later)).toEqual({ [`notice ${id}`]: 'added' });
});

it('a notice that an editor renamed, and removed after the next load, is not added again by an older export with its former name', async () => {
  const { id, document } = await add('notices');
  const exported = await exportsUnchanged();
  expect(await publishWith({ title: 'Day of the open door' })(document)).toBe(200);
  const later = await exportsUnchanged();
  // Load other content in between, because content that has not changed is not loaded again.
  await changeList(join(later, 'notices.json'), (list) => list.filter((one) => String(one.id) !== id));
  await load(later);
  expect(await remove(document)).toBe(200);
  expect(await load(exported)).toEqual({ [`notice ${id}`]: 'kept' });
  expect(await readPublished([`notices/${id}`])).toEqual([null]);
});

it('a notice in the loaded content is added even if an editor has removed a different notice with the same id', async () => {
  const { id, document } = await add('notices');
  expect(await remove(document)).toBe(200);
  const path = await exportsUnchanged();
  const own = { id: Number(id), title: 'Holiday', content: '<p>Closed.</p>', order: 1, ...dates };
  await changeList(join(path, 'notices.json'), (list) => [...list, own]);
  expect(await load(path)).toEqual({ [`notice ${id}`]: 'added' });
  expect(await readPublished([`notices/${id}`])).toMatchObject([{ title: 'Holiday' }]);
});

it('if a course that an editor published again is missing in the content and later returns with a new name, the course gets this name', async () => {
  const { id, document } = await add('courses', { ...sails, course_code: 'HULL', meta_text: 'hulls' });
  const whole = await exportsUnchanged();
  await load(whole);
  expect(await deactivate(document)).toBe(200);
  expect(await publishWith({ is_active: true })(document)).toBe(200);
  const file = join(whole, 'courses/hull.json');
  const course = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  expect(await load(whole)).toMatchObject({ [`course ${id}`]: 'kept' });
  await exportsUnchanged();
  await changeList(join(whole, 'notices.json'), (list) => list.toReversed());
  expect(await load(whole)).toMatchObject({ [`course ${id}`]: 'kept' });
  await writeFile(file, JSON.stringify({ ...course, course_name: 'Hull making' }));
  expect(await load(whole)).toEqual({ [`course ${id}`]: 'changed' });
  expect(await readPublished([`courses/${id}`])).toMatchObject([{ is_active: true, course_name: 'Hull making' }]);
  await exportsUnchanged();
});

it('the first load after an upgrade withdraws what the content no longer shows, and does not add what staff withdrew after the last load', async () => {
  const { id, document } = await add('courses', { ...sails, course_code: 'MAST', meta_text: 'masts' });
  const hidden = await add('departments', { slug: 'masts' });
  const notice = await add('notices');
  const path = await exportsUnchanged();
  await load(path);
  app.clock.advance(300_000);
  const late = await add('notices', { title: 'Late' });
  const exported = await exportsUnchanged();
  expect(await remove(late.document)).toBe(200);
  // Earlier releases did not record the newest publication.
  await app.db.deleteFrom('content_rows').where('kind', '=', 'content_versions').execute();
  const file = join(exported, 'courses/mast.json');
  const course = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...course, is_active: false }));
  await changeList(join(exported, 'departments.json'), (list) =>
    list.map((one) => (String(one.id) === hidden.id ? { ...one, show_on_website: false } : one)),
  );
  await changeList(join(exported, 'notices.json'), (list) => list.filter((one) => String(one.id) !== notice.id));
  expect(await load(exported)).toEqual({
    ...{ [`course ${id}`]: 'changed', [`department ${hidden.id}`]: 'changed' },
    ...{ [`notice ${notice.id}`]: 'removed', [`notice ${late.id}`]: 'kept' },
  });
  expect((await document.open()).published).toMatchObject({ is_active: false });
});
