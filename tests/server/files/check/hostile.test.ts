import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../../support/pdf.ts';
import { startTestApp } from '../../../support/server.ts';
import { enrol, listBlobs, upload } from '../uploads.ts';
import { harmlessDocuments, hostileDocuments, hostileNames } from './hostile-documents.ts';
import { hostilePictures, loadedPictures } from './hostile-pictures.ts';

const app = await startTestApp();
const pictures = await hostilePictures();
const loaded = Object.entries(await loadedPictures()).map(([what, bytes]) => ({ what, bytes }));

/** Expects that the file is rejected, that nothing of it is stored and that the server still runs. */
async function expectRejected(as: 'document' | 'image', file: (typeof hostileDocuments)[number]) {
  const student = await enrol(app);
  const before = await listBlobs(app);
  const { status, body } = await upload(app, student, [{ bytes: file.bytes, type: 'application/pdf' }], { as });
  expect({ status, code: body.code }).toEqual({ status: file.status, code: file.code });
  expect(await listBlobs(app)).toEqual(before);
  const rows = await app.db.selectFrom('files').select('id').where('student_id', '=', student.id).execute();
  expect(rows).toEqual([]);
  expect((await app.call('GET', '/api/health')).status).toBe(200);
}

it('there are at least sixty samples of hostile uploads', () => {
  const files = [...hostileDocuments, ...pictures, ...Object.keys(hostileNames), ...loaded];
  expect(files.length).toBeGreaterThanOrEqual(60);
});

describe('hostile documents', () => {
  it.each(hostileDocuments)('an uploaded document that is or contains $what is rejected with the code $code', (file) =>
    expectRejected('document', file),
  );

  it.each(Object.entries(harmlessDocuments))(
    'a document upload accepts a PDF that looks hostile but is harmless: %s',
    async (_, bytes) => {
      const { status, body } = await upload(app, await enrol(app), [{ bytes }]);
      expect({ status, body }).toMatchObject({ status: 200 });
    },
  );

  it.each(Object.entries(hostileNames))(
    'a document uploaded under a hostile file name (%s) is downloaded as document.pdf',
    async (_, name) => {
      const student = await enrol(app);
      const { status, body } = await upload(app, student, [{ name, bytes: makePdf() }]);
      expect(status, JSON.stringify(body)).toBe(200);
      const { headers } = await app.call('GET', body.url ?? '', student);
      expect(headers['content-disposition']).toBe('attachment; filename="document.pdf"');
      expect(JSON.stringify(headers)).not.toContain(name.slice(0, 5));
    },
  );
});

describe('hostile profile images', () => {
  it.each(pictures)('an upload of a hostile profile image ($what) is rejected with the code $code', (file) =>
    expectRejected('image', file),
  );

  it.each(loaded)('the upload of a profile image stores only the pixels of $what', async ({ bytes }) => {
    const student = await enrol(app);
    const { body } = await upload(app, student, [{ bytes }], { as: 'image' });
    const response = await app.server.inject({ url: body.url ?? '', headers: student.headers });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.rawPayload.includes('hidden-word')).toBe(false);
    const { format, width, height, exif } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined });
  });
});
