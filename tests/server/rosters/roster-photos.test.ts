import { expect, it } from 'vitest';
import { hire } from '../../support/staff.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { insertHold } from '../booking/seat-holds.ts';
import { enrol } from '../files/uploads.ts';
import { startAcademyApi } from '../http/api-driver.ts';
import { imageUpload, storeUpload } from '../http/upload-samples.ts';
import { storeCertificateOf } from './stored-certificate.ts';

const app = await startAcademyApi();

it('the photo of a student is shown only to staff who may see the roster of the student’s batch', async () => {
  const { db } = app;
  const student = await enrol(app);
  const batchId = batches.fireOpen;
  const order_id = await insertHold(db, { studentId: student.id, batchId, seats: 1, expiresInMs: 86_400_000 });
  const enrolment = { student_id: student.id, order_id, course_id: courses.fire, batch_id: batchId };
  await db.insertInto('enrolments').values(enrolment).execute();
  const [registrar, stranger] = [await hire(app, 'registrar'), await hire(app, 'instructor')];
  const url = `/api/staff/rosters/${batchId}`;
  const hasPhoto = async () => {
    const { body } = await app.call('GET', url, { headers: registrar.headers });
    return (body as { data: { roster: { has_photo: boolean }[] } }).data.roster.map(({ has_photo }) => has_photo);
  };
  const photoFor = ({ headers }: { headers: { cookie: string } }) =>
    app.server.inject({ method: 'GET', url: `${url}/photos/${student.id}`, headers });

  expect(await hasPhoto()).toEqual([false]);
  expect((await photoFor(registrar)).statusCode).toBe(404);
  const image_url = await storeUpload(app, student.headers, await imageUpload());
  await app.call('PUT', `/api/users/student/${student.id}`, { headers: student.headers, body: { image_url } });
  expect(await hasPhoto()).toEqual([true]);
  const shown = await photoFor(registrar);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(shown.headers['cache-control']).toBe('private, no-store');
  expect((await photoFor(stranger)).statusCode).toBe(404);

  await db.deleteFrom('enrolments').where('student_id', '=', student.id).execute();
  expect((await photoFor(registrar)).statusCode).toBe(404);
  await storeCertificateOf(app, student.id, batchId);
  expect(await hasPhoto()).toEqual([true]);
  expect((await photoFor(registrar)).statusCode).toBe(200);
});
