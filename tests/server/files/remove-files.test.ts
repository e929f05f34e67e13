import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePath } from '../../../contract/files.ts';
import { BlobsUnavailable } from '../../../server/providers/blobs/blobs.ts';
import { diskBlobs } from '../../../server/providers/blobs/disk-blobs.ts';
import { hour } from '../../support/clock.ts';
import { makePdf } from '../../support/pdf.ts';
import { startTestApp, type TestApp } from '../../support/server.ts';
import { enrol, listBlobs, type Uploader, upload } from './uploads.ts';

const app = await startTestApp();
const pdf = { bytes: makePdf() };
const idOf = (url = '') => url.slice(filePath('').length);

async function store(student: Uploader): Promise<string> {
  return idOf((await upload(app, student, [pdf])).body.url);
}

const rowsOf = (student: Uploader) =>
  app.db.selectFrom('files').select(['id', 'state']).where('student_id', '=', student.id).execute();

async function save({ headers }: Uploader, id: string) {
  const body = { document_url: filePath(id), category_name: 'personal', document_name: 'CDC' };
  return app.call('POST', '/api/users/student/document/add', { headers, body });
}

describe('the file sweep', () => {
  it('the file cleanup removes an uploaded file if no document uses it within a day', async () => {
    const student = await enrol(app);
    const [loose, saved] = [await store(student), await store(student)];
    expect((await save(student, saved)).status).toBe(200);
    app.clock.advance(24 * hour - 1000);
    await app.sweepFiles();
    expect(await rowsOf(student)).toHaveLength(2);
    app.clock.advance(2000);
    await app.sweepFiles();
    expect(await rowsOf(student)).toEqual([{ id: saved, state: 'stored' }]);
    expect(await listBlobs(app)).not.toContain(loose);
    expect(await listBlobs(app)).toContain(saved);
    expect((await save(student, loose)).status).toBe(400);
  });

  it('a deleted document can no longer be read, and the file cleanup removes its bytes', async () => {
    const student = await enrol(app);
    const id = await store(student);
    const saved = (await save(student, id)).body as { data: { id: string } };
    const url = `/api/users/student/document/${saved.data.id}`;
    expect((await app.call('DELETE', url, { headers: student.headers })).status).toBe(200);
    expect((await app.call('GET', filePath(id), student)).status).toBe(404);
    await app.sweepFiles();
    expect(await listBlobs(app)).not.toContain(id);
    expect(await rowsOf(student)).toEqual([]);
  });

  /** Writes what a killed server leaves behind: the record of a file, and the bytes received or stored so far. */
  async function leaveBehind(student: Uploader, left: { spooled?: boolean; stored?: boolean }): Promise<string> {
    const row = { student_id: student.id, purpose: 'document', created_at: new Date(app.clock.now()) } as const;
    const { id } = await app.db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
    const spool = join(app.dataDir, 'files', 'incoming');
    await mkdir(spool, { recursive: true });
    const path = join(spool, id);
    await writeFile(path, pdf.bytes);
    const file = { path, bytes: pdf.bytes.length, sha256: Buffer.alloc(32), mediaType: 'application/pdf' };
    if (left.stored) await diskBlobs(join(app.dataDir, 'files')).put(id, file);
    else if (left.spooled) await utimes(path, 0, 0);
    return id;
  }

  it.each([
    ['before any byte arrived', {}],
    ['while it received the bytes', { spooled: true }],
    ['after it stored the bytes', { stored: true }],
  ])('the file cleanup removes an unfinished upload after the server was killed (%s)', async (_, left) => {
    const student = await enrol(app);
    const id = await leaveBehind(student, left);
    await app.sweepFiles();
    expect(await rowsOf(student)).toHaveLength(1);
    app.clock.advance(hour + 1000);
    await app.sweepFiles();
    expect(await rowsOf(student)).toEqual([]);
    if ('spooled' in left || 'stored' in left) expect(await listBlobs(app)).not.toContain(id);
  });

  it('the file cleanup deletes the database row of a file whose bytes are already deleted', async () => {
    const student = await enrol(app);
    const id = await store(student);
    await app.db.updateTable('files').set({ state: 'dropped' }).where('id', '=', id).execute();
    await diskBlobs(join(app.dataDir, 'files')).remove(id);
    await app.sweepFiles();
    expect(await rowsOf(student)).toEqual([]);
  });

  it('two processes can run the file cleanup at the same time without errors', async () => {
    const student = await enrol(app);
    for (let made = 0; made < 5; made++) await store(student);
    app.clock.advance(25 * hour);
    const swept = await Promise.all([app.sweepFiles(), app.sweepFiles()]);
    expect(swept.flatMap(({ failures }) => failures)).toEqual([]);
    expect(await rowsOf(student)).toEqual([]);
  });
});

describe('a file store that cannot remove', () => {
  const disk = (site: Pick<TestApp, 'dataDir'>) => diskBlobs(join(site.dataDir, 'files'));
  let isDown = true;

  it('if the file cleanup cannot delete the bytes of a file, the next run deletes the bytes and the database row', async () => {
    const folder = { dataDir: app.dataDir };
    const blobs = {
      ...disk(folder),
      remove: async (id: string) => {
        if (isDown) throw new BlobsUnavailable('down');
        await disk(folder).remove(id);
      },
    };
    const site = await startTestApp({ ports: { blobs } });
    const student = await enrol(site);
    const id = idOf((await upload(site, student, [pdf])).body.url);
    site.clock.advance(25 * hour);
    expect((await site.sweepFiles()).failures).toHaveLength(1);
    expect(await listBlobs(folder)).toContain(id);
    isDown = false;
    expect((await site.sweepFiles()).failures).toEqual([]);
    expect(await listBlobs(folder)).not.toContain(id);
    expect(await site.db.selectFrom('files').select('id').execute()).toEqual([]);
  });
});
