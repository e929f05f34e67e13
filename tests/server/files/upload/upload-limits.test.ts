import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { contactStatus } from '../../../../server/db/schema.ts';
import { createReceive } from '../../../../server/files/upload/receive-upload.ts';
import { createDailyLimits } from '../../../../server/http/rates/daily-limits.ts';
import { diskBlobs } from '../../../../server/providers/blobs/disk-blobs.ts';
import { day } from '../../../support/clock.ts';
import { makePdf } from '../../../support/pdf.ts';
import { startTestApp } from '../../../support/server.ts';
import { enrol, type Uploader, upload } from '../uploads.ts';

const app = await startTestApp({ env: { DAILY_UPLOAD_MB: '1' } });
const small = { bytes: makePdf(['null']) };
const large = (kilobytes: number) => ({ bytes: makePdf([`(${'x'.repeat(kilobytes * 1024)})`]) });

async function enrolUnverified(): Promise<Uploader> {
  const student = await enrol(app);
  const { unverified } = contactStatus;
  const statuses = { email_standing: unverified, mobile_standing: unverified, whatsapp_number_standing: unverified };
  await app.db.updateTable('students').set(statuses).where('id', '=', student.id).execute();
  return student;
}

describe('uploads that nothing refers to', () => {
  it.each([
    ['three uploads (without a verified contact)', 3, enrolUnverified, 'sign in once by a code'],
    ['ten uploads (with a verified contact)', 10, () => enrol(app), 'Please try again tomorrow.'],
  ])(
    'a student’s uploaded files that no document uses are limited to %s, even if more are sent at once',
    async (_, most, create, advice) => {
      const student = await create();
      const sent = await Promise.all(Array.from({ length: most + 4 }, () => upload(app, student, [small])));
      expect(sent.filter(({ status }) => status === 200)).toHaveLength(most);
      const refused = sent.filter(({ status }) => status !== 200);
      for (const { status, body, headers } of refused) {
        expect([status, body.code]).toEqual([429, 'TOO_MANY_UPLOADS']);
        expect(body.message).toContain(advice);
        expect(headers).toHaveProperty('retry-after');
      }
    },
  );

  it('an upload that is repeated with its idempotency key succeeds although the student has as many unused uploads as allowed', async () => {
    const student = await enrolUnverified();
    const sent: unknown[] = [];
    for (const key of ['upload-1', 'upload-2', 'upload-3'])
      sent.push((await upload(app, student, [small], { key })).body.url);
    const again = await upload(app, student, [small], { key: 'upload-3' });
    expect(again).toMatchObject({ status: 200, body: { url: sent[2] } });
    expect((await upload(app, student, [small], { key: 'upload-4' })).status).toBe(429);
    expect((await upload(app, student, [small], { key: 'upload-3', as: 'image' })).status).toBe(429);
    const rows = app.db.selectFrom('files').select('id').where('student_id', '=', student.id);
    expect(await rows.execute()).toHaveLength(3);
  });

  it('the files of deleted documents do not count towards the limit of uploads that no document uses', async () => {
    const student = await enrolUnverified();
    const add = async () => {
      const { url } = (await upload(app, student, [small])).body;
      const body = { document_url: url, category_name: 'personal', document_name: 'CDC' };
      return app.call('POST', '/api/users/student/document/add', { headers: student.headers, body });
    };
    for (let made = 0; made < 3; made++) {
      const { data } = (await add()).body as { data: { id: string } };
      const { status } = await app.call('DELETE', `/api/users/student/document/${data.id}`, {
        headers: student.headers,
      });
      expect(status).toBe(200);
    }
    expect((await add()).status).toBe(200);
  });
});

describe('uploads of one address', () => {
  it('only accepted files count towards the daily upload limit of an IP address', async () => {
    app.clock.advance(day);
    const [first, second] = [await enrol(app), await enrol(app)];
    for (let index = 0; index < 3; index++)
      expect((await upload(app, first, [{ bytes: Buffer.alloc(600 * 1024) }])).status).toBe(415);
    expect((await upload(app, first, [large(600)])).status).toBe(200);
    const { status, body, headers } = await upload(app, second, [large(600)]);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_UPLOADS']);
    expect(body.message).toContain('from your network today');
    expect(headers).toHaveProperty('retry-after');
    expect((await upload(app, second, [large(300)])).status).toBe(200);
    app.clock.advance(day);
    expect((await upload(app, second, [large(600)])).status).toBe(200);
  });
});

describe('uploads to a disk that is nearly full', () => {
  const receiveWith = (size: number, free: number) => {
    const folder = join(tmpdir(), `landfall-disk-${randomUUID()}`);
    const dailyLimits = createDailyLimits({ db: app.db, clock: app.clock, secret: 'x' });
    return createReceive(
      {
        ...{
          db: app.db,
          clock: app.clock,
          blobs: diskBlobs(folder),
          spoolDir: app.dataDir,
          dailyLimits,
          dailyBytes: 0,
        },
        readDisk: async () => ({ size, free }),
      },
      'document',
    );
  };
  const request = { headers: {}, ip: '127.0.0.1', log: { error: () => undefined } } as unknown as FastifyRequest;
  const subject = { studentId: randomUUID(), sessionId: randomUUID() };
  const gigabyte = 1024 ** 3;

  it.each([
    [100, 9.9],
    [4000, 399],
  ])('an upload to a disk of %i GB returns 503 if only %d GB are free', async (size, free) => {
    await expect(
      receiveWith(size * gigabyte, free * gigabyte)(request, subject, async () => false),
    ).rejects.toMatchObject({
      ...{ status: 503, code: 'UNAVAILABLE', message: expect.stringContaining('storage is nearly full') },
    });
  });

  it.each([
    [100, 10.1],
    [4000, 401],
  ])('an upload to a disk of %i GB passes the check of free space if %d GB are free', async (size, free) => {
    // The upload passes the check of the disk and reaches the next one, the daily limit.
    await expect(
      receiveWith(size * gigabyte, free * gigabyte)(request, subject, async () => false),
    ).rejects.toMatchObject({
      code: 'TOO_MANY_UPLOADS',
    });
  });
});
