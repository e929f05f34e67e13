import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { filePath } from '../../../../contract/files.ts';
import { multipartType } from '../../../support/multipart.ts';
import { makePdf } from '../../../support/pdf.ts';
import { siteHeaders, startTestApp } from '../../../support/server.ts';
import { enrol, listBlobs, upload, uploadUrls } from '../uploads.ts';

const app = await startTestApp();
const pdf = { name: 'cdc.pdf', type: 'application/pdf', bytes: makePdf() };
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ');
/** A valid PDF of exactly the given size. */
function padded(bytes: number): string {
  const withText = (length: number) => makePdf([`(${'x'.repeat(length)})`]);
  const tooMuch = withText(bytes).length - bytes;
  return withText(bytes - tooMuch);
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f60' } });

describe('an uploaded document', () => {
  it('an uploaded document is returned to its owner byte for byte as a download', async () => {
    const student = await enrol(app);
    const { status, body } = await upload(app, student, [pdf]);
    expect({ status, body }).toMatchObject({ status: 200, body: { statusCode: 200 } });
    const response = await app.call('GET', body.url ?? '', student);
    expect(response.text).toBe(pdf.bytes);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="document.pdf"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  it('parts of an uploaded document can be read with range requests, and HEAD returns its size', async () => {
    const student = await enrol(app);
    const url = (await upload(app, student, [pdf])).body.url ?? '';
    const part = (range: string) => app.call('GET', url, { headers: { ...student.headers, range } });
    const first = await part('bytes=0-7');
    expect([first.status, first.text, first.headers['content-range']]).toEqual([
      206,
      '%PDF-1.7',
      `bytes 0-7/${pdf.bytes.length}`,
    ]);
    expect((await part('bytes=-6')).text).toBe('%%EOF\n');
    expect((await part('bytes=9-')).text).toBe(pdf.bytes.slice(9));
    expect((await part('bytes=0-1,4-5')).status).toBe(200);
    expect((await part('bytes=99999-')).status).toBe(416);
    const head = await app.server.inject({ method: 'HEAD', url, headers: { ...siteHeaders, ...student.headers } });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(pdf.bytes.length), '']);
  });

  it('an uploaded document cannot be read by another student or without signing in', async () => {
    const [owner, other] = [await enrol(app), await enrol(app)];
    const url = (await upload(app, owner, [pdf])).body.url ?? '';
    expect((await app.call('GET', url, other)).status).toBe(404);
    expect((await app.call('GET', url)).status).toBe(401);
    expect((await app.call('GET', filePath(randomUUID()), owner)).status).toBe(404);
    expect((await app.call('GET', '/api/files/..%2f..%2fetc%2fpasswd', owner)).status).toBe(400);
  });

  it('a document of 10 MB is accepted, and a document that is one byte larger is rejected', async () => {
    const student = await enrol(app);
    const most = 10 * 1024 * 1024;
    expect((await upload(app, student, [{ bytes: padded(most) }])).status).toBe(200);
    const tooLarge = await upload(app, student, [{ bytes: padded(most + 1) }]);
    expect([tooLarge.status, tooLarge.body]).toMatchObject([
      413,
      { code: 'TOO_LARGE', message: 'File size must be less than 10MB.' },
    ]);
    expect((await upload(app, student, [{ bytes: megabytes(30) }])).status).toBe(413);
  });

  it('an upload with a malformed idempotency key is rejected and leaves no database row', async () => {
    const student = await enrol(app);
    expect((await upload(app, student, [pdf], { key: 'no' })).status).toBe(400);
    const rows = await app.db.selectFrom('files').select('id').where('student_id', '=', student.id).execute();
    expect(rows).toEqual([]);
  });

  it('a document that is not a PDF is rejected with 415 and a message for the student', async () => {
    const { status, body } = await upload(app, await enrol(app), [{ ...pdf, bytes: '<html>' }]);
    expect([status, body]).toMatchObject([415, { code: 'WRONG_TYPE', message: 'Only PDF files are allowed.' }]);
  });
});

describe('an uploaded profile image', () => {
  it('an uploaded profile image is cropped to a square around the middle of the image', async () => {
    const student = await enrol(app);
    const wide = await picture(900, 300)
      .composite([{ input: await picture(300, 300).tint('#00f').png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    const url = (await upload(app, student, [{ bytes: wide }], { as: 'image' })).body.url ?? '';
    const { rawPayload } = await app.server.inject({ url, headers: student.headers });
    const { width, height, format } = await sharp(rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: 'webp' });
    const { channels } = await sharp(rawPayload).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 40))).toEqual([6, 3, 0]);
  });

  it('a profile image of 10 MB is rejected as too large', async () => {
    const exact = Buffer.concat([await picture(20, 20).jpeg().toBuffer(), megabytes(10)]).subarray(0, 10 * 1024 * 1024);
    const tooLarge = await upload(app, await enrol(app), [{ bytes: exact }], { as: 'image' });
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('a profile image that is not a picture is rejected with 415 and a message for the student', async () => {
    const { status, body } = await upload(app, await enrol(app), [pdf], { as: 'image' });
    const message = 'Only JPG, PNG, and WEBP images are allowed.';
    expect([status, body]).toMatchObject([415, { code: 'WRONG_TYPE', message }]);
  });
});

describe('an upload', () => {
  it('an upload must contain exactly one file, in the form field “file”', async () => {
    const student = await enrol(app);
    const missing = { status: 400, body: { code: 'FILE_MISSING' } };
    expect(await upload(app, student, [])).toMatchObject(missing);
    expect(await upload(app, student, [pdf, pdf])).toMatchObject(missing);
    expect(await upload(app, student, [{ ...pdf, field: 'document' }])).toMatchObject(missing);
    expect((await upload(app, student, [{ field: 'note', bytes: 'x' }, pdf])).status).toBe(200);
  });

  it.each([
    ['application/json', '{"file":"a"}'],
    ['multipart/form-data', '--x--'],
    ['multipart/form-data; boundary=x', '--y\r\n\r\n'],
    ['text/plain', ''],
  ])('an upload with a body of type %s and no file is rejected', async (type, payload) => {
    const { headers } = await enrol(app);
    const sent = { ...siteHeaders, ...headers, 'content-type': type };
    const response = await app.server.inject({ method: 'POST', url: uploadUrls.document, headers: sent, payload });
    expect([response.statusCode, response.json().code]).toEqual([400, 'FILE_MISSING']);
  });

  it('an upload without a session returns 401 and stores nothing', async () => {
    const before = await listBlobs(app);
    const { status } = await upload(app, { headers: { 'content-type': multipartType } }, [pdf]);
    expect(status).toBe(401);
    expect(await listBlobs(app)).toEqual(before);
  });

  it('an upload repeated with its idempotency key returns the same URL, or 422 if the bytes differ', async () => {
    const student = await enrol(app);
    const first = await upload(app, student, [pdf], { key: 'upload-key-1' });
    const again = await upload(app, student, [{ ...pdf, name: 'other.pdf' }], { key: 'upload-key-1' });
    expect(again.body.url).toBe(first.body.url);
    const other = await upload(app, student, [{ bytes: makePdf(['null']) }], { key: 'upload-key-1' });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const rows = await app.db.selectFrom('files').selectAll().where('student_id', '=', student.id).execute();
    expect(rows).toHaveLength(1);
  });
});
