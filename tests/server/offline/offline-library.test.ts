import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { growDatabase } from '../../../bench/server/growth-seed.ts';
import { listCourses } from '../../../contract/catalogue.ts';
import { isSavedCall, savedKey } from '../../../contract/saved-calls.ts';
import { newsUnavailable } from '../../../server/providers/news/news.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const app = await startAcademyApp();

type Part = { id: string; kind: string; hash: string; bytes: number; items: number };
type Whole = {
  id: string;
  hash: string;
  answers: Array<{ path: string; body: unknown; pages?: number }>;
  pictures: Array<{ path: string; hash: string; bytes: number }>;
};

async function readManifest(from = app): Promise<{ parts: Part[]; missing: string[] }> {
  const { status, body } = await from.call('GET', '/api/offline/manifest');
  expect(status).toBe(200);
  return (body as { data: { parts: Part[]; missing: string[] } }).data;
}

async function readPart(id: string): Promise<Whole> {
  const { status, body } = await app.call('GET', `/api/offline/part/${id}`);
  expect([id, status]).toEqual([id, 200]);
  return (body as { data: Whole }).data;
}

// Request the picture bundle together with the first manifest: a test below checks that it is complete even then.
const [{ parts, missing }, firstPictures] = await Promise.all([readManifest(), readPart('pictures')]);
const whole = await Promise.all(parts.map(({ id }) => readPart(id)));
const answers = whole.flatMap((part) => part.answers);

describe('the offline library', () => {
  it('the manifest of the offline library has bundles of pages, courses, news and pictures with their hashes, and lists nothing as missing', () => {
    expect(missing).toEqual([]);
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(['pages', 'courses', 'news', 'pictures']));
    expect(whole.map(({ id, hash }) => [id, hash])).toEqual(parts.map(({ id, hash }) => [id, hash]));
  });

  it('the bundles of the offline library contain every active course', async () => {
    const { body } = await app.call('GET', '/api/course?limit=100&columns=id');
    const ids = (body as { data: { courses: Array<{ id: number }> } }).data.courses.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(45);
    const saved = answers.flatMap(({ path }) => /^\/api\/course\?course_id=(\d+)&/.exec(path)?.[1] ?? []).map(Number);
    expect(saved.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
    const counted = parts.filter(({ kind }) => kind === 'courses').reduce((sum, { items }) => sum + items, 0);
    expect(counted).toBe(ids.length);
  });

  it('the bundles of the offline library contain the same responses as the API, under URLs that the service worker may cache', async () => {
    for (const { path, body, pages } of answers) {
      const address = `https://academy.example${path}`;
      expect([path, isSavedCall(new URL(address)), savedKey(address)]).toEqual([path, true, address]);
      const live = await app.call('GET', path);
      expect(live.status).toBe(200);
      expect(body).toEqual(live.body);
      const totalPages = live.headers['x-wp-totalpages'];
      expect([path, pages]).toEqual([path, totalPages === undefined ? undefined : Number(totalPages)]);
    }
  });

  it('the manifest of the offline library states the compressed size of each bundle', () => {
    for (const [index, part] of parts.entries()) {
      if (part.kind === 'pictures') continue;
      const compressed = brotliCompressSync(JSON.stringify(whole[index]?.answers)).length;
      expect([part.id, part.bytes > compressed * 0.8 && part.bytes < compressed * 1.3]).toEqual([part.id, true]);
    }
  });

  it('the picture bundle of the offline library lists each picture once, in a single width', async () => {
    const { pictures } = await readPart('pictures');
    expect(pictures.length).toBeGreaterThan(40);
    expect(new Set(pictures.map(({ path }) => path)).size).toBe(pictures.length);
    expect(pictures.filter(({ path }) => /-(320|960)\.avif$|courses\/.*\.webp$/.test(path))).toEqual([]);
    const listed = parts.find(({ id }) => id === 'pictures');
    expect(listed?.bytes).toBe(pictures.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it('the picture bundle of the offline library is complete even if it is requested before the first manifest is ready', () => {
    expect(firstPictures).toEqual(whole.find(({ id }) => id === 'pictures'));
    expect(firstPictures.pictures.length).toBeGreaterThan(40);
  });

  it('a repeated request for the unchanged manifest of the offline library returns 304 without a body', async () => {
    const first = await app.call('GET', '/api/offline/manifest');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await app.server.inject({ url: '/api/offline/manifest', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('a request for an unknown bundle of the offline library returns 404, and a request with a malformed bundle id returns 400', async () => {
    for (const id of ['courses-9999999', 'posts-9999999', 'nothing', 'courses'])
      expect([id, (await app.call('GET', `/api/offline/part/${id}`)).status]).toEqual([id, 404]);
    expect((await app.call('GET', '/api/offline/part/..%2Fsecret')).status).toBe(400);
  });
});

describe('a changed course', () => {
  it('in the offline library, a changed course changes the hash of its own course bundle and of no other course bundle', async () => {
    const changing = await startAcademyApp();
    const before = (await readManifest(changing)).parts;
    await changing.db.updateTable('courses').set({ course_name: 'Renamed' }).where('id', '=', 101).execute();
    changing.clock.advance(31_000);
    const after = (await readManifest(changing)).parts;
    const changed = after.filter(({ id, hash }) => before.find((part) => part.id === id)?.hash !== hash);
    expect(changed.filter(({ kind }) => kind === 'courses').map(({ id }) => id)).toEqual(['courses-6']);
  });
});

describe('a large catalogue', () => {
  it('the server can handle other requests while it computes the manifest of the offline library', async () => {
    const large = await startAcademyApp();
    await growDatabase(large.db, { courses: 400, students: 0 });
    // The first manifest waits until each bundle is compressed. The second one already knows the sizes.
    await readManifest(large);
    large.clock.advance(31_000);
    let turn = 0;
    const turnsOfCourses: number[] = [];
    const { parse } = listCourses.answers[200];
    const parsing = vi.spyOn(listCourses.answers[200], 'parse').mockImplementation((body) => {
      turnsOfCourses.push(turn);
      return parse(body);
    });
    let isCounting = true;
    const countTurn = () => {
      turn++;
      if (isCounting) setImmediate(countTurn);
    };
    countTurn();
    await readManifest(large);
    isCounting = false;
    parsing.mockRestore();
    const perTurn = [...Map.groupBy(turnsOfCourses, (one) => one).values()].map((courses) => courses.length);
    expect(turnsOfCourses.length).toBeGreaterThan(400);
    expect(Math.max(...perTurn)).toBe(1);
  });
});

describe('an unavailable news site', () => {
  it('while the news site is unavailable, the manifest of the offline library lists the news as missing and still has the courses', async () => {
    const away = async (): Promise<never> => {
      throw newsUnavailable();
    };
    const cutOff = await startAcademyApp({ ports: { news: { list: away, read: away } } });
    const found = await readManifest(cutOff);
    expect(found.missing).toEqual(['news']);
    expect(found.parts.filter(({ kind }) => kind === 'news')).toEqual([]);
    expect(found.parts.filter(({ kind }) => kind === 'courses').length).toBeGreaterThan(2);
  });
});
