import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BlobsUnavailable } from '../../../../server/providers/blobs/blobs.ts';
import { diskBlobs } from '../../../../server/providers/blobs/disk-blobs.ts';
import { hour } from '../../../support/clock.ts';
import { plantDocument } from '../../../support/documents.ts';
import { multipart } from '../../../support/multipart.ts';
import { makePdf } from '../../../support/pdf.ts';
import { startTestApp } from '../../../support/server.ts';
import { cutUpload } from '../../../support/upload-cut.ts';
import { enrol, listBlobs, upload, uploadUrls } from '../uploads.ts';

const app = await startTestApp();
await app.server.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.server.address() as AddressInfo;
const pdf = { bytes: makePdf() };
const cuts = process.env.SOAK ? 200 : 12;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`${cuts} cut uploads, SEED=${seed}`);

/** Pseudo-random numbers from 0 to 1, the same ones for the same seed. */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

const countRows = async () => (await app.db.selectFrom('files').select('id').execute()).length;

describe('uploads that are cut off', () => {
  it('uploads that are cut off at random bytes leave neither database rows nor files after the file cleanup', {
    timeout: 300_000,
  }, async () => {
    const student = await enrol(app);
    const random = randomOf(seed);
    const body = multipart({ bytes: makePdf([`(${'x'.repeat(300_000)})`]) });
    for (let cut = 0; cut < cuts; cut += 4) {
      const some = Array.from({ length: 4 }, () => ({ url: uploadUrls.document, at: random(), body }));
      await Promise.all(some.map((one) => cutUpload(port, { ...one, cookie: student.headers.cookie })));
    }
    expect((await upload(app, student, [pdf])).status).toBe(200);
    await vi.waitFor(
      async () => {
        app.clock.advance(25 * hour);
        expect((await app.sweepFiles()).failures).toEqual([]);
        expect(await listBlobs(app)).toEqual([]);
        expect(await countRows()).toBe(0);
      },
      { timeout: 60_000 },
    );
  });

  it('the row and the bytes of an upload that is cut off are removed at once if the server keeps running', async () => {
    const { headers } = await enrol(app);
    const body = multipart({ bytes: makePdf([`(${'x'.repeat(300_000)})`]) });
    await cutUpload(port, { url: uploadUrls.document, cookie: headers.cookie, body, at: 0.6 });
    await vi.waitFor(async () => expect([await countRows(), await listBlobs(app)]).toEqual([0, []]), 20_000);
  });
});

describe('simultaneous uploads', () => {
  it('a student with 24 documents who uploads ten documents at once can save only one, because the limit is 25', {
    timeout: 60_000,
  }, async () => {
    const student = await enrol(app);
    for (let stored = 0; stored < 24; stored++) await plantDocument(app.db, student.id);
    const add = async (index: number) => {
      const url = (await upload(app, student, [{ bytes: makePdf([`(${index})`]) }])).body.url ?? '';
      const body = { document_url: url, category_name: 'personal', document_name: `CDC ${index}` };
      return app.call('POST', '/api/users/student/document/add', { headers: student.headers, body });
    };
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200).map(({ body }) => (body as { code: string }).code);
    expect(new Set(refused)).toEqual(new Set(['MAXIMUM_LIMIT']));
    app.clock.advance(25 * hour);
    await app.sweepFiles();
    const files = await app.db.selectFrom('files').select('id').where('student_id', '=', student.id).execute();
    const documents = app.db.selectFrom('student_documents').select('id').where('student_id', '=', student.id);
    expect([files.length, (await documents.execute()).length, (await listBlobs(app)).length]).toEqual([25, 25, 1]);
  });
});

describe('a file store that fails', () => {
  it('an upload that fails because the disk is full returns 503 and leaves neither a database row nor a file', async () => {
    const full = async () => {
      throw new BlobsUnavailable('the folder of uploads cannot be used (ENOSPC)');
    };
    const blobs = { ...diskBlobs(join(app.dataDir, 'files')), put: full };
    const site = await startTestApp({ ports: { blobs } });
    const { status, body, headers } = await upload(site, await enrol(site), [pdf]);
    const message = 'Files cannot be saved at the moment. Please try again later.';
    expect([status, body]).toMatchObject([503, { code: 'UNAVAILABLE', message }]);
    expect(headers).toHaveProperty('retry-after');
    expect([await listBlobs(site), await site.db.selectFrom('files').select('id').execute()]).toEqual([[], []]);
  });

  it('an upload returns 503 when the upload folder cannot be created', async () => {
    const file = join(tmpdir(), `landfall-no-folder-${process.pid}`);
    await writeFile(file, '');
    const site = await startTestApp({ env: { DATA_DIR: file } });
    onTestFinished(() => rm(file));
    const { status } = await upload(site, await enrol(site), [pdf]);
    expect(status).toBe(503);
    expect(await site.db.selectFrom('files').select('state').execute()).toEqual([]);
  });

  it('a download returns 503 when the stored bytes cannot be read, and 404 when the stored bytes are missing', async () => {
    const disk = diskBlobs(join(app.dataDir, 'other-files'));
    let isDown = true;
    const open: typeof disk.open = async (id) => {
      if (isDown) throw new BlobsUnavailable('down');
      return disk.open(id);
    };
    const site = await startTestApp({ ports: { blobs: { ...disk, open } } });
    const student = await enrol(site);
    const url = (await upload(site, student, [pdf])).body.url ?? '';
    const unavailable = await site.call('GET', url, student);
    expect([unavailable.status, unavailable.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    isDown = false;
    expect((await site.call('GET', url, student)).text).toBe(pdf.bytes);
    await disk.remove(url.slice(-36));
    expect((await site.call('GET', url, student)).status).toBe(404);
  });
});
