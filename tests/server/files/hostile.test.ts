import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../support/pdf.ts';
import { startTestApp } from '../../support/server.ts';
import { harmlessDocuments, hostileDocuments, hostileNames } from './hostile-documents.ts';
import { hostilePictures, loadedPictures } from './hostile-pictures.ts';
import { enrol, listBlobs, upload } from './upload-desk.ts';

const app = await startTestApp();
const pictures = await hostilePictures();
const loaded = Object.entries(await loadedPictures()).map(([what, bytes]) => ({ what, bytes }));

/** Nothing of it is kept, and the server lives. */
async function expectRefused(as: 'document' | 'image', file: (typeof hostileDocuments)[number]) {
  const student = await enrol(app);
  const before = await listBlobs(app);
  const { status, body } = await upload(app, student, [{ bytes: file.bytes, type: 'application/pdf' }], { as });
  expect({ status, code: body.code }).toEqual({ status: file.status, code: file.code });
  expect(await listBlobs(app)).toEqual(before);
  const rows = await app.db.selectFrom('files').select('id').where('student_id', '=', student.id).execute();
  expect(rows).toEqual([]);
  expect((await app.call('GET', '/api/health')).status).toBe(200);
}

it('there are at least sixty hostile files', () => {
  const files = [...hostileDocuments, ...pictures, ...Object.keys(hostileNames), ...loaded];
  expect(files.length).toBeGreaterThanOrEqual(60);
});

describe('as a document', () => {
  it.each(hostileDocuments)('$what is refused ($code)', (file) => expectRefused('document', file));

  it.each(Object.entries(harmlessDocuments))('%s is taken', async (_, bytes) => {
    const { status, body } = await upload(app, await enrol(app), [{ bytes }]);
    expect({ status, body }).toMatchObject({ status: 200 });
  });

  it.each(Object.entries(hostileNames))('%s comes back under our own name', async (_, name) => {
    const student = await enrol(app);
    const { status, body } = await upload(app, student, [{ name, bytes: makePdf() }]);
    expect(status, JSON.stringify(body)).toBe(200);
    const { headers } = await app.call('GET', body.url ?? '', student);
    expect(headers['content-disposition']).toBe('attachment; filename="document.pdf"');
    expect(JSON.stringify(headers)).not.toContain(name.slice(0, 5));
  });
});

describe('as a profile image', () => {
  it.each(pictures)('$what is refused ($code)', (file) => expectRefused('image', file));

  it.each(loaded)('$what is stored as its points alone', async ({ bytes }) => {
    const student = await enrol(app);
    const { body } = await upload(app, student, [{ bytes }], { as: 'image' });
    const answer = await app.server.inject({ url: body.url ?? '', headers: student.headers });
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.rawPayload.includes('hidden-word')).toBe(false);
    const { format, width, height, exif } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined });
  });
});
