import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { checkContent } from '../../../server/content/check/check-content.ts';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { readPicture } from '../../../server/content/pictures/content-picture.repo.ts';
import { assetRoutes } from '../../../server/html/asset.routes.ts';
import { installErrorHandler } from '../../../server/http/error-handler.ts';
import { multipart, multipartType } from '../../support/multipart.ts';
import { siteHeaders } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';
import { startEditing } from './editing/editor.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, demo, today, edit, exportsUnchanged } = await startEditing();

const site = fastify();
installErrorHandler(site);
await assetRoutes(site, {
  folders: { client: join(demo, 'no-build'), media: join(demo, 'media') },
  policy: () => "default-src 'self'",
  rates: { count: async () => {}, giveBack: async () => {} },
  readNames: async () => ({}),
  servesPathLab: false,
  readPicture: (path) => readPicture(app.db, path),
});
afterAll(() => site.close());

/** A photograph whose left half is red and whose right half is blue. */
async function photograph(width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg') {
  const half = { create: { width: Math.round(width / 2), height, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera of somebody' } })
    .toFormat(format)
    .toBuffer();
}

const photo = await photograph(1400, 900);
const small = await photograph(900, 700);

async function upload(bytes: Buffer | string, query: Record<string, string> = {}, role: StaffRole = 'editor') {
  const { headers } = await hire(app, role);
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/staff/content-pictures',
    query: { name: 'Pool at dusk.JPG', folder: 'campus', ...query },
    headers: { ...siteHeaders, ...headers, 'content-type': multipartType, 'idempotency-key': crypto.randomUUID() },
    payload: multipart({ name: '../../pool.jpg', type: 'image/jpeg', bytes }),
  });
  const body = response.json<{ code?: string; message?: string; data?: { path: string } }>();
  return { status: response.statusCode, ...body, path: body.data?.path ?? '' };
}

const countPictures = async () => (await app.db.selectFrom('content_pictures').select('path').execute()).length;

describe('the upload of a picture', () => {
  it('an uploaded picture is stored in every size, without its metadata, and recorded in the audit log', async () => {
    const { status, path } = await upload(photo);
    expect(status).toBe(200);
    expect(path).toMatch(/^\/media\/campus\/pool-at-dusk-[0-9a-f]{10}-640\.webp$/);
    const stem = path.replace(/-640\.webp$/, '');
    const rows = await app.db.selectFrom('content_pictures').selectAll().where('path', 'like', `${stem}%`).execute();
    expect(rows.map((row) => row.path.slice(stem.length)).toSorted()).toEqual([
      '-320.avif',
      '-640.avif',
      '-640.webp',
      '-960.avif',
    ]);
    for (const { bytes, width, height, media_type, path: stored } of rows) {
      const found = await sharp(bytes).metadata();
      expect([found.width, found.height, found.exif]).toEqual([width, height, undefined]);
      expect([width / height, media_type]).toEqual([8 / 5, `image/${stored.split('.').at(-1)}`]);
    }
    const entry = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', `picture:${path}`)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ command: 'content picture upload', after: { path } });
  });

  it.each(['png', 'webp', 'avif'] as const)('an editor may upload a picture in the format %s', async (format) => {
    expect((await upload(await photograph(1000, 700, format))).status).toBe(200);
  });

  it('an uploaded picture is cropped around the chosen point, and the picture of a person is cropped to a square', async () => {
    const wide = await photograph(3000, 700);
    const colourAt = async (focus_x: string) => {
      const { path } = await upload(wide, { focus_x });
      const picture = await readPicture(app.db, path);
      const { dominant } = await sharp(picture?.bytes).stats();
      return dominant.r > dominant.b ? 'red' : 'blue';
    };
    expect([await colourAt('5'), await colourAt('95')]).toEqual(['red', 'blue']);
    const { path } = await upload(wide, { folder: 'people', name: 'Asha Nair' });
    expect(path).toMatch(/^\/media\/people\/asha-nair-[0-9a-f]{10}\.webp$/);
    const { width, height } = await sharp((await readPicture(app.db, path))?.bytes).metadata();
    expect([width, height]).toEqual([400, 400]);
  });

  it('an uploaded photograph from a camera that was held sideways is stored upright', async () => {
    const turned = await sharp(await photograph(1400, 2000))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { path } = await upload(turned, { name: 'turned' });
    const { width, height } = await sharp((await readPicture(app.db, path))?.bytes).metadata();
    expect([width, height]).toEqual([640, 400]);
    // After the turn to the right, the red left half is at the top.
    const bytes = (await readPicture(app.db, path))?.bytes;
    const top = await sharp(bytes).extract({ left: 0, top: 0, width: 640, height: 150 }).png().toBuffer();
    const { dominant } = await sharp(top).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  it.each(['registrar', 'accounts', 'instructor', 'auditor'] as const)(
    'a picture upload by a staff member with the role %s returns 403 and stores nothing',
    async (role) => {
      const before = await countPictures();
      expect(await upload(photo, {}, role)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(await countPictures()).toBe(before);
    },
  );

  it.each([
    ['a text', 'not a picture at all', {}, 415, 'WRONG_TYPE', 'JPEG, PNG, WebP or AVIF'],
    ['an SVG, which may have scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>', {}, 415, 'WRONG_TYPE', 'JPEG'],
    ['a GIF', 'GIF89a------------', {}, 415, 'WRONG_TYPE', 'JPEG'],
    ['a damaged picture', photo.subarray(0, 4000), {}, 422, 'UNREADABLE', 'Save it again'],
    ['a picture that is too small', small, {}, 422, 'TOO_SMALL', '900 x 700 pixels, but 960 x 600'],
    ['more than 10 MB', Buffer.concat([photo, Buffer.alloc(10 * 1024 ** 2)]), {}, 413, 'TOO_LARGE', '10 MB'],
    ['an unknown folder', photo, { folder: '../../etc' }, 400, 'INVALID_REQUEST', ''],
    ['a focus point outside the picture', photo, { focus_x: '130' }, 400, 'INVALID_REQUEST', ''],
  ])('a faulty upload of a picture (%s) is refused and stores nothing', async (_, bytes, query, status, code, text) => {
    const before = await countPictures();
    const refused = await upload(bytes, query);
    expect(refused).toMatchObject({ status, code });
    expect(refused.message).toContain(text);
    expect(await countPictures()).toBe(before);
  });

  it.each([
    ['../../../etc/passwd', 'etc-passwd'],
    ['/media/brand/logo.svg', 'media-brand-logo'],
    ['Schiff über Bord 100%\u0000.jpeg', 'schiff-uber-bord-100'],
    ['पोत', 'picture'],
    ['', 'picture'],
  ])(
    'the name %j of an uploaded picture is reduced to plain characters in the picture’s address',
    async (name, slug) => {
      const { path } = await upload(photo, { name });
      expect(path).toMatch(new RegExp(`^/media/campus/${slug}-[0-9a-f]{10}-640\\.webp$`));
    },
  );

  it('the same picture uploaded twice is stored once', async () => {
    const first = await upload(photo, { name: 'twice' });
    const before = await countPictures();
    expect((await upload(photo, { name: 'twice' })).path).toBe(first.path);
    expect(await countPictures()).toBe(before);
  });
});

describe('an uploaded picture', () => {
  it('an uploaded picture is served with its media type, may be cached for ever, and runs no script if it is opened as a page', async () => {
    const { path } = await upload(photo, { name: 'served' });
    const served = await site.inject(path);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await sharp(served.rawPayload).metadata()).width).toBe(640);
    expect((await site.inject(path.replace('640.webp', '960.avif'))).headers['content-type']).toBe('image/avif');
    expect((await site.inject(path.replace('640.webp', '800.webp'))).statusCode).toBe(404);
    expect((await site.inject(`${path}%00`)).statusCode).toBe(400);
  });

  it('the list of uploaded pictures shows each picture once, with the path under which pages use the picture', async () => {
    const { path } = await upload(photo, { name: 'listed' });
    const face = await upload(photo, { name: 'face', folder: 'people' });
    const { body } = await app.call('GET', '/api/staff/content-pictures', {
      headers: (await hire(app, 'editor')).headers,
    });
    const { data } = body as { data: string[] };
    expect(data).toEqual(expect.arrayContaining([path, face.path, '/media/campus/gate-640.webp']));
    expect(data.filter((listed) => listed.startsWith(path.replace('640.webp', '')))).toEqual([path]);
  });

  it('a page with an uploaded picture can be published, and its picture is saved for offline use and exported with the content', async () => {
    const { path } = await upload(photo, { name: 'hero' });
    const page = await edit('pages', 'about');
    const { published } = await page.open();
    const hero = { ...(published?.hero as object), imageUrl: path };
    await page.change({ hero });
    expect((await page.check()).faults).toEqual([]);
    expect((await page.publish()).status).toBe(200);
    const { body } = await app.call('GET', '/api/cms/content/about');
    expect(JSON.stringify(body)).toContain(path);

    const saved = path.replace('640.webp', '640.avif');
    await app.call('GET', '/api/offline/manifest');
    const bundle = await app.call('GET', '/api/offline/part/pictures');
    const { pictures } = (bundle.body as { data: { pictures: { path: string; bytes: number }[] } }).data;
    const stored = await readPicture(app.db, saved);
    expect(pictures).toContainEqual({ path: saved, hash: expect.any(String), bytes: stored?.bytes.length });

    const exported = await exportsUnchanged();
    expect(await readFile(join(exported, path))).toEqual((await readPicture(app.db, path))?.bytes);
    expect(await readFile(join(exported, saved))).toEqual(stored?.bytes);
    // A content folder may name an uploaded picture whose file it does not contain.
    await rm(join(exported, path));
    await writeFile(join(exported, 'notices.json'), '[]');
    expect((await checkContent(exported)).map(({ reason }) => reason).join()).toContain(path);
    await expect(loadContent(app.db, exported, { today, isDry: true })).resolves.toBeDefined();
  });

  it('checking the draft of a content page reports a picture that was never uploaded', async () => {
    const page = await edit('pages', 'contact');
    const { published } = await page.open();
    await page.change({ hero: { ...(published?.hero as object), imageUrl: '/media/campus/none-640.webp' } });
    expect((await page.check()).faults).toMatchObject([
      { reason: expect.stringContaining('/media/campus/none-640.webp') },
    ]);
  });
});
