import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const content = join(import.meta.dirname, '../../content');

/** The addresses of all pictures of places and people in a value, in order. */
function picturesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\/media\/(?:campus|courses|people)\//.test(value) ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(picturesIn) : [];
}

async function readPages(): Promise<Array<{ page: string; pictures: string[] }>> {
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(content, file), 'utf8'));
  const files = (await readdir(join(content, 'cms'))).map((file) => `cms/${file}`);
  const pages = await Promise.all(files.map(async (page) => ({ page, pictures: picturesIn(await read(page)) })));
  const departments = (await read('departments.json')) as Array<{ slug: string }>;
  return [...pages, ...departments.map((one) => ({ page: one.slug, pictures: picturesIn(one) }))];
}

type Described = Record<string, unknown>;

/** The objects of a value that name a picture of a place, with the name of the picture's field. */
function placesIn(value: unknown): Array<{ one: Described; field: string }> {
  if (typeof value !== 'object' || value === null) return [];
  const one = value as Described;
  const fields = Object.keys(one).filter((name) => String(one[name]).startsWith('/media/campus/'));
  return [...fields.map((field) => ({ one, field })), ...Object.values(one).flatMap(placesIn)];
}

it('every campus picture in the demo content has an alternative text', async () => {
  const files = await readdir(content, { recursive: true });
  const pictures: string[] = [];
  for (const file of files.filter((name) => /^(?:cms|courses|departments|posts).*\.json$/.test(name)))
    for (const { one, field } of placesIn(JSON.parse(await readFile(join(content, file), 'utf8')))) {
      const alt = field.replace(/_url$/, '_alt').replace(/Url$/, 'Alt');
      expect(one[alt], `${file}: ${field} ${one[field]}`).toMatch(/\S/);
      pictures.push(file);
    }
  for (const file of ['cms/about.json', 'courses/pst.json', 'departments.json']) expect(pictures).toContain(file);
});

it('no page of the demo academy shows a picture twice', async () => {
  for (const { page, pictures } of await readPages()) expect(pictures, page).toEqual([...new Set(pictures)]);
});

it('no two pages of the demo academy begin with the same picture', async () => {
  const first = (await readPages()).flatMap(({ pictures }) => pictures.slice(0, 1));
  expect(first.length).toBeGreaterThan(8);
  expect(new Set(first).size).toBe(first.length);
});

type Post = { slug: string; category_id: number; image_url: string | null };

async function readPosts(): Promise<Post[]> {
  const files = await readdir(join(content, 'posts'));
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(content, 'posts', file), 'utf8')) as Post),
  );
}

it('no two posts of the demo academy show the same picture', async () => {
  const pictures = (await readPosts()).flatMap(({ image_url }) => image_url ?? []).toSorted();
  expect(pictures.length).toBeGreaterThan(30);
  expect(pictures).toEqual([...new Set(pictures)]);
});

it('no two posts in one list show the same drawing in different colours', async () => {
  for (const category of [1, 7, 8]) {
    const posts = (await readPosts()).filter(({ category_id, image_url }) => category_id === category && image_url);
    const drawings = posts.map(({ image_url }) =>
      image_url?.replace(/\/(?:pre-sea|post-sea|management|value-added)-/, '/'),
    );
    expect(drawings.toSorted()).toEqual([...new Set(drawings)].toSorted());
  }
});
