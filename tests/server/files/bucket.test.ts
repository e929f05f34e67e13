import { expect, it } from 'vitest';
import { hour } from '../../support/clock.ts';
import { makePdf } from '../../support/pdf.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { startTestApp } from '../../support/server.ts';
import { enrol, listBlobs, upload } from './uploads.ts';

const s3 = await startS3Server();
const app = await startTestApp({
  env: {
    S3_BUCKET: s3.account.bucket,
    S3_ENDPOINT: s3.account.endpoint,
    S3_REGION: s3.account.region,
    S3_ACCESS_KEY_ID: s3.account.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  },
});
const pdf = { bytes: makePdf() };

it('with an S3 bucket, uploads are stored only in the bucket, and the file cleanup deletes unused uploads from the bucket', async () => {
  const student = await enrol(app);
  const url = (await upload(app, student, [pdf])).body.url ?? '';
  expect([...s3.objects.keys()]).toEqual([`uploads/${url.slice(-36)}`]);
  expect(await listBlobs(app)).toEqual([]);
  expect((await app.call('GET', url, student)).text).toBe(pdf.bytes);
  const part = await app.call('GET', url, { headers: { ...student.headers, range: 'bytes=0-4' } });
  expect([part.status, part.text]).toEqual([206, '%PDF-']);
  app.clock.advance(25 * hour);
  expect((await app.sweepFiles()).failures).toEqual([]);
  expect(s3.objects.size).toBe(0);
});

it('an upload that the S3 bucket refuses returns 503 and leaves neither an object in the bucket nor a local file', async () => {
  const student = await enrol(app);
  s3.faults.push('AccessDenied');
  const { status, body } = await upload(app, student, [pdf]);
  expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
  expect([s3.objects.size, await listBlobs(app)]).toEqual([0, []]);
  expect(await app.db.selectFrom('files').select('id').where('student_id', '=', student.id).execute()).toEqual([]);
});
