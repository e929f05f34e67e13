import { describe, expect, it } from 'vitest';
import { hour } from '../../support/clock.ts';
import { makePdf } from '../../support/pdf.ts';
import { startTestApp } from '../../support/server.ts';
import { imageUpload, storeUpload } from '../http/upload-samples.ts';
import { enrol, listBlobs, type Uploader, upload } from './uploads.ts';

const app = await startTestApp();

const uploadImage = async ({ headers }: Uploader) => storeUpload(app, headers, await imageUpload());

const save = ({ id, headers }: Uploader, image_url: string | null) =>
  app.call('PUT', `/api/users/student/${id}`, { headers, body: { image_url } });

async function pictureOf({ id, headers }: Uploader): Promise<unknown> {
  const { body } = await app.call('GET', `/api/users/student?userId=${id}&columns=image_url`, { headers });
  return (body as { data: { users: Array<{ image_url: string | null }> } }).data.users[0]?.image_url;
}

const refused = { status: 400, body: { fields: { image_url: 'The picture must be one that you uploaded' } } };

describe('the profile image', () => {
  it('an uploaded image becomes a student’s profile image, is returned with the login status and is kept by the file cleanup', async () => {
    const student = await enrol(app);
    const url = await uploadImage(student);
    expect((await save(student, url)).status).toBe(200);
    expect(await pictureOf(student)).toBe(url);
    const status = await app.call('POST', '/api/auth/verify/login/status', { ...student, body: { value: 'hint' } });
    expect(status.body).toMatchObject({ user: { image: url } });
    app.clock.advance(25 * hour);
    await app.sweepFiles();
    expect((await app.call('GET', url, student)).status).toBe(200);
  });

  it('a new profile image replaces the previous image, whose bytes are deleted', async () => {
    const student = await enrol(app);
    const [first, second] = [await uploadImage(student), await uploadImage(student)];
    await save(student, first);
    expect((await save(student, second)).status).toBe(200);
    expect((await app.call('GET', first, student)).status).toBe(404);
    await app.sweepFiles();
    expect(await listBlobs(app)).not.toContain(first.slice(-36));
    expect(await listBlobs(app)).toContain(second.slice(-36));
    expect((await save(student, null)).status).toBe(200);
    await app.sweepFiles();
    expect(await listBlobs(app)).not.toContain(second.slice(-36));
  });

  it('another student’s upload, a document, a URL of another site or a deleted file is refused as profile image', async () => {
    const [student, other] = [await enrol(app), await enrol(app)];
    const url = await uploadImage(student);
    await save(student, url);
    expect(await save(student, await uploadImage(other))).toMatchObject(refused);
    const pdf = await upload(app, student, [{ bytes: makePdf() }]);
    expect(await save(student, pdf.body.url ?? '')).toMatchObject(refused);
    expect(await save(other, url)).toMatchObject(refused);
    expect(await save(student, 'https://elsewhere.example/a.png')).toMatchObject(refused);
    expect(await save(student, '/api/files/../files/a')).toMatchObject(refused);
    const late = await uploadImage(student);
    app.clock.advance(25 * hour);
    await app.sweepFiles();
    expect(await save(student, late)).toMatchObject(refused);
    expect(await pictureOf(student)).toBe(url);
  });

  it('the profile image stays unchanged when another field of the profile form is rejected', async () => {
    const [student, other] = [await enrol(app), await enrol(app)];
    const [first, second] = [await uploadImage(student), await uploadImage(student)];
    await save(student, first);
    await app.db.updateTable('students').set({ passport_number: 'P7654321' }).where('id', '=', other.id).execute();
    const body = { image_url: second, passport_number: 'P7654321' };
    const response = await app.call('PUT', `/api/users/student/${student.id}`, { headers: student.headers, body });
    expect(response.status).toBe(409);
    expect((await app.call('GET', first, student)).status).toBe(200);
    expect(await pictureOf(student)).toBe(first);
    expect((await save(student, second)).status).toBe(200);
  });
});
