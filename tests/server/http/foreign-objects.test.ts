import { beforeEach, expect, it } from 'vitest';
import { filePath } from '../../../contract/files.ts';
import { fakeClock, hour } from '../../support/clock.ts';
import { plantFile } from '../../support/documents.ts';
import { createStudent, signIn, startTestApp, type TestStudent } from '../../support/server.ts';
import { hire, signInAsStaff } from '../../support/staff.ts';
import { batches, seedAcademy } from '../booking/academy-seed.ts';

const clock = fakeClock(Date.parse('2026-03-10T06:30:00Z'));
const app = await startTestApp({ clock, env: { LOG_LEVEL: 'info' } });
await seedAcademy(app.db);
let asha: TestStudent;
let dev: TestStudent;
let headers: Record<string, string>;

beforeEach(async () => {
  clock.advance(2 * hour);
  [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
  headers = await signIn(app, asha);
  app.logged.length = 0;
});

/** The lines of the security log since the test began. */
const events = () => app.logged.filter(({ log }) => log === 'security');
const foreign = (endpoint: string) => ({ level: 40, event: 'object.foreign', endpoint });
const account = expect.stringMatching(/^[\w-]{16}$/);

const attach = (document_url: string) =>
  app.call('POST', '/api/users/student/document/add', {
    body: { document_url, category_name: 'personal', document_name: 'Passport' },
    headers,
  });
const setPicture = (image_url: string) =>
  app.call('PUT', `/api/users/student/${asha.id}`, { body: { image_url }, headers });

it('the security log records that a student tries to attach another student’s upload as a document, and the response is the same as for a missing file', async () => {
  const { id, url } = await plantFile(app.db, dev.id);
  const refused = await attach(url);
  expect(refused.status).toBe(400);
  expect(events()).toMatchObject([{ ...foreign('addDocument'), account, reqId: refused.headers['x-request-id'] }]);
  for (const secret of [id, asha.id, dev.id]) expect(JSON.stringify(events())).not.toContain(secret);
  const missing = await attach(filePath(crypto.randomUUID()));
  const { requestId: _, ...body } = refused.body as { requestId: string };
  expect(missing).toMatchObject({ status: 400, body });
  expect(events()).toHaveLength(1);
});

it('the security log records that a student tries to use another student’s picture, but not a missing picture or an upload of the student’s own', async () => {
  const image = { purpose: 'image', media_type: 'image/webp' } as const;
  const { url } = await plantFile(app.db, dev.id, image);
  const refused = await setPicture(url);
  expect(refused.status).toBe(400);
  expect(events()).toMatchObject([{ ...foreign('updateStudent'), account }]);
  const missing = await setPicture(filePath(crypto.randomUUID()));
  const { requestId: _, ...body } = refused.body as { requestId: string };
  expect(missing).toMatchObject({ status: 400, body });
  expect((await setPicture((await plantFile(app.db, asha.id)).url)).status).toBe(400);
  expect(events()).toHaveLength(1);
});

it('the security log records that a student tries to end another student’s session, and the response is the same as for an ended session', async () => {
  await signIn(app, dev);
  const sessions = app.db.selectFrom('sessions').select('id').where('student_id', '=', dev.id);
  const { id } = await sessions.executeTakeFirstOrThrow();
  const end = (session: string) =>
    app.call('DELETE', '/api/users/student/sessions', { body: { id: session }, headers });
  const answered = await end(id);
  expect(answered.status).toBe(200);
  expect(events()).toMatchObject([{ ...foreign('endSessions'), account }]);
  expect(await sessions.execute()).toEqual([{ id }]);
  expect(await end(crypto.randomUUID())).toMatchObject({ status: 200, body: answered.body });
  expect(events()).toHaveLength(1);
});

it('the security log does not record that a student ends a session of the student’s own', async () => {
  await signIn(app, asha);
  const listed = (await app.call('GET', '/api/users/student/sessions', { headers })).body;
  const other = (listed as { data: Array<{ id: string; is_current: boolean }> }).data.find((one) => !one.is_current);
  await app.call('DELETE', '/api/users/student/sessions', { body: { id: other?.id }, headers });
  expect(await app.db.selectFrom('sessions').select('id').where('student_id', '=', asha.id).execute()).toHaveLength(1);
  expect(events()).toEqual([]);
});

it('the security log records that a staff member tries to end a colleague’s session, and the response is the same as for an unknown session', async () => {
  const [editor, colleague] = [await hire(app, 'editor'), await hire(app, 'editor')];
  const idOf = (staff: string) => app.db.selectFrom('staff_sessions').select('id').where('staff_id', '=', staff);
  const end = (id: string) =>
    app.call('DELETE', '/api/staff/account/sessions', { body: { id }, headers: editor.headers });
  const { id } = await idOf(colleague.id).executeTakeFirstOrThrow();
  expect(await end(id)).toMatchObject({ status: 200, body: { statusCode: 200 } });
  expect(events()).toMatchObject([{ ...foreign('endStaffSessions'), account }]);
  expect(await idOf(colleague.id).execute()).toEqual([{ id }]);
  expect(await end(crypto.randomUUID())).toMatchObject({ status: 200, body: { statusCode: 200 } });
  await signInAsStaff(app, editor);
  const [, second] = await idOf(editor.id).orderBy('created_at').execute();
  await end(String(second?.id));
  expect(events()).toHaveLength(1);
});

it('the security log records that an instructor asks for the roster of a batch of another instructor', async () => {
  const instructor = await hire(app, 'instructor');
  const url = `/api/staff/rosters/${batches.fireOpen}`;
  expect((await app.call('GET', url, { headers: instructor.headers })).status).toBe(404);
  expect((await app.call('GET', `${url}/files/csv`, { headers: instructor.headers })).status).toBe(404);
  expect(events()).toMatchObject([
    { ...foreign('getRoster'), account },
    { ...foreign('exportRoster'), account },
  ]);
  expect(events()[0]?.account).toBe(events()[1]?.account);
  expect(JSON.stringify(events())).not.toContain(instructor.id);
});

it('the security log does not record that an instructor reads the roster of the instructor’s own batch', async () => {
  const instructor = await hire(app, 'instructor');
  await app.db.insertInto('instructors').values({ id: 'rao', name: 'Capt. Rao' }).execute();
  await app.db.updateTable('staff_members').set({ instructor_id: 'rao' }).where('id', '=', instructor.id).execute();
  await app.db.updateTable('batches').set({ instructor_id: 'rao' }).where('id', '=', batches.fireOpen).execute();
  const url = `/api/staff/rosters/${batches.fireOpen}`;
  expect((await app.call('GET', url, { headers: instructor.headers })).status).toBe(200);
  expect(events()).toEqual([]);
});
