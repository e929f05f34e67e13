import { describe, expect, it } from 'vitest';
import { mayDo, type StaffRole, staffRoles } from '../../../../contract/staff/permissions.ts';
import { hire } from '../../../support/staff.ts';
import { batches } from '../../booking/academy-seed.ts';
import { enrol } from '../../files/uploads.ts';
import { storeCertificateOf } from '../../rosters/stored-certificate.ts';
import { type ApiRequest, createApiDriver, startAcademyApi } from '../api-driver.ts';
import { endedDay, enrolStudent, issueBody } from '../idempotency/roster-samples.ts';
import { imageUpload, storeUpload } from '../upload-samples.ts';
import type { foreignRosters } from './foreign-rosters.ts';
import { foreignStaffObjects } from './foreign-staff-objects.ts';

/** These tests request existing objects as staff members of every role, both those who own the objects and others. */
const app = await startAcademyApi();
const api = createApiDriver(app);
const { db } = app;
const batchId = batches.fireEnded;
const url = `/api/staff/rosters/${batchId}`;

await db
  .insertInto('instructors')
  .values([
    { id: 'rao', name: 'Capt. Rao' },
    { id: 'roy', name: 'Capt. Roy' },
  ])
  .execute();
await db.updateTable('batches').set({ instructor_id: 'rao' }).where('id', '=', batchId).execute();
await db.updateTable('batches').set({ instructor_id: 'roy' }).where('id', '=', batches.radarOpen).execute();

async function hireInstructor(instructor_id: string) {
  const member = await hire(app, 'instructor');
  await db.updateTable('staff_members').set({ instructor_id }).where('id', '=', member.id).execute();
  return member.headers;
}

/** Who calls, and whether they may see the batch. Only instructors are limited to their own batches. */
const callers: { who: string; role: StaffRole; isOwn: boolean; headers: { cookie: string } }[] = [
  { who: 'the batch’s instructor', role: 'instructor', isOwn: true, headers: await hireInstructor('rao') },
  { who: 'another batch’s instructor', role: 'instructor', isOwn: false, headers: await hireInstructor('roy') },
  {
    ...{ who: 'an instructor without batches', role: 'instructor', isOwn: false },
    headers: (await hire(app, 'instructor')).headers,
  },
];
for (const role of staffRoles.filter((one) => one !== 'instructor'))
  callers.push({ who: `the role ${role}`, role, isOwn: true, headers: (await hire(app, role)).headers });

/** A student on the batch's roster with a photo. */
async function enrolWithPhoto(): Promise<string> {
  const student = await enrol(app);
  const enrolled = await enrolStudent(api);
  await db.updateTable('enrolments').set({ student_id: student.id }).where('student_id', '=', enrolled).execute();
  const image_url = await storeUpload(app, student.headers, await imageUpload());
  await app.call('PUT', `/api/users/student/${student.id}`, { headers: student.headers, body: { image_url } });
  return student.id;
}

/** For each call about a roster or certificate, a request that succeeds for whoever may see the batch. */
const requests: Record<keyof typeof foreignRosters, () => Promise<ApiRequest>> = {
  getRoster: async () => ({ url }),
  getRosterPhoto: async () => ({ url: `${url}/photos/${await enrolWithPhoto()}` }),
  exportRoster: async () => ({ url: `${url}/files/csv` }),
  async markAttendance() {
    const at = new Date(app.clock.now()).toISOString();
    const [student_id, day] = [await enrolStudent(api), await endedDay(api)];
    return { url: `${url}/attendance`, body: { marks: [{ student_id, day, mark: 'present', at }] } };
  },
  setResults: async () => ({
    url: `${url}/results`,
    body: { results: [{ student_id: await enrolStudent(api), result: 'passed', remark: '' }] },
  }),
  sendJoiningEmails: async () => ({ url: `${url}/joining-emails`, body: { students: [await enrolStudent(api)] } }),
  issueCertificates: async () => ({
    url: `${url}/certificates`,
    body: issueBody(await enrolStudent(api)),
  }),
  async getStaffCertificateFile() {
    const number = await storeCertificateOf(app, await enrolStudent(api), batchId);
    return { url: `/api/staff/certificates/${number}/certificate.pdf` };
  },
  async revokeCertificate() {
    const number = await storeCertificateOf(app, await enrolStudent(api), batchId);
    return { url: `/api/staff/certificates/${number}/revocation`, body: { reason: 'as agreed' } };
  },
};

const calls = app.routes.flatMap(({ endpoint }) => (endpoint && endpoint.name in requests ? [endpoint] : []));

it('every staff API call about a batch’s roster or a certificate has a sample request in this test', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(requests).toSorted());
  const about = app.routes.flatMap(({ endpoint }) => endpoint ?? []);
  const naming = about.filter(({ url: path }) => /^\/api\/staff\/(rosters|certificates)\/:/.test(path));
  expect(naming.map(({ name }) => name).toSorted()).toEqual(Object.keys(requests).toSorted());
});

describe.each(calls.map((endpoint) => ({ name: endpoint.name, endpoint })))(
  '$name of a batch with an instructor',
  ({ endpoint }) => {
    it.each(callers)(
      '$who may call the API about a roster or certificate only with the permission for it, and an instructor only about their own batch',
      async ({ role, isOwn, headers }) => {
        const request = { ...(await requests[endpoint.name as keyof typeof requests]()), headers };
        let status = 0;
        const added = await api.countNewRows(async () => {
          const key = endpoint.method === 'GET' ? undefined : crypto.randomUUID();
          ({ status } = await api.send(endpoint.method, request, key));
        });
        const isAllowed = !endpoint.permission || mayDo(role, endpoint.permission);
        expect(status).toBe(isAllowed ? (isOwn ? 200 : 404) : 403);
        const { idempotency_keys: _, ...changes } = added;
        if (status !== 200) expect(changes).toEqual({});
      },
    );
  },
);

it('the list of rosters shows an instructor only their own batches, and shows other permitted roles all batches', async () => {
  const day = await endedDay(api);
  for (const { who, role, isOwn, headers } of callers.filter((one) => mayDo(one.role, 'rosters.read'))) {
    const { status, body } = await api.send('GET', { url: `/api/staff/rosters?from=${day}&until=2030-01-01`, headers });
    const listed = (body.data as { batch_id: number }[]).map(({ batch_id }) => batch_id);
    expect([who, status, listed.includes(batchId)]).toEqual([who, 200, isOwn]);
    if (role === 'instructor' && isOwn) expect(listed).toEqual([batchId]);
  }
});

it.each(callers)(
  'a staff member ($who) can neither remove a colleague’s passkey nor end a colleague’s session',
  async ({ headers }) => {
    for (const name of ['removeStaffPasskey', 'endStaffSessions']) {
      const foreign = await foreignStaffObjects[name]?.request(api);
      const endpoint = app.routes.find(({ endpoint: one }) => one?.name === name)?.endpoint;
      if (!foreign || !endpoint) throw new Error(`no sample of ${name}`);
      const owned = await api.countNewRows(async () => {
        await api.send(endpoint.method, { ...foreign, headers }, crypto.randomUUID());
      });
      const { idempotency_keys: _, ...changes } = owned;
      expect(changes).toEqual({});
    }
  },
);
