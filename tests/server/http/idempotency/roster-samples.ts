import { sql } from 'kysely';
import { createStudent } from '../../../support/student.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { insertHold } from '../../booking/seat-holds.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import type { KeyedSample } from './keyed-samples.ts';

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const url = `/api/staff/rosters/${batches.fireEnded}`;

/**
 * Enrols a new student in a batch that has ended, so that the batch's roster lists the student. Returns the student's
 * id.
 */
export async function enrolStudent({ app: { db } }: ApiDriver): Promise<string> {
  const { id } = await createStudent(db);
  const order_id = await insertHold(db, {
    studentId: id,
    batchId: batches.fireOpen,
    seats: 1,
    expiresInMs: 86_400_000,
  });
  const enrolment = { student_id: id, order_id, course_id: courses.fire, batch_id: batches.fireEnded };
  await db.insertInto('enrolments').values(enrolment).execute();
  return id;
}

export async function endedDay({ app: { db } }: ApiDriver): Promise<string> {
  const batch = db.selectFrom('batches').select('start_date').where('id', '=', batches.fireEnded);
  return (await batch.executeTakeFirstOrThrow()).start_date;
}

/** The body of the call that issues a certificate to a student for whom no course result is recorded. */
export const issueBody = (student_id: string) => ({
  students: [student_id],
  reason: 'as agreed',
  incomplete: [{ student_id, lacks: 'result' }],
});

async function storeCertificate(api: ApiDriver): Promise<string> {
  const { headers = {} } = await api.hire();
  const student = await enrolStudent(api);
  const body = issueBody(student);
  await api.send('POST', { url: `${url}/certificates`, body, headers }, crypto.randomUUID());
  const { rows } = await sql<{
    number: string;
  }>`select number || '-' || code as number from certificates where student_id = ${student}`.execute(api.app.db);
  return rows[0]?.number ?? '';
}

/**
 * Sample requests, by endpoint name: one for every staff call about rosters or certificates that takes an idempotency
 * key.
 */
export const rosterKeyedSamples: Record<string, KeyedSample> = {
  markAttendance: {
    make: async (api) => ({
      url: `${url}/attendance`,
      body: {
        marks: [
          {
            ...{ student_id: await enrolStudent(api), day: await endedDay(api), mark: 'present' },
            at: new Date(api.app.clock.now()).toISOString(),
          },
        ],
      },
      headers: (await api.hire()).headers ?? {},
    }),
    other: (request) => {
      const [mark] = (request.body as { marks: object[] }).marks;
      return { ...request, body: { marks: [{ ...mark, mark: 'absent' }] } };
    },
  },
  setResults: {
    make: async (api) => ({
      url: `${url}/results`,
      body: { results: [{ student_id: await enrolStudent(api), result: 'passed', remark: '' }] },
      headers: (await api.hire()).headers ?? {},
    }),
    other: (request) => {
      const [result] = (request.body as { results: object[] }).results;
      return { ...request, body: { results: [{ ...result, remark: 'Very good' }] } };
    },
  },
  sendJoiningEmails: {
    make: async (api) => ({
      url: `${url}/joining-emails`,
      body: { students: [await enrolStudent(api)] },
      headers: (await api.hire()).headers ?? {},
    }),
    other: (request) => {
      const [student] = (request.body as { students: string[] }).students;
      return { ...request, body: { students: [student, student] } };
    },
  },
  issueCertificates: {
    make: async (api) => {
      // Issue another certificate first. The first certificate of a year adds one more row, the counter of its serial
      // numbers, and tests compare how many rows each request adds.
      await storeCertificate(api);
      return {
        url: `${url}/certificates`,
        body: issueBody(await enrolStudent(api)),
        headers: (await api.hire()).headers ?? {},
      };
    },
    other: withBody({ reason: 'another reason' }),
  },
  revokeCertificate: {
    make: async (api) => ({
      url: `/api/staff/certificates/${await storeCertificate(api)}/revocation`,
      body: { reason: 'as agreed' },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ reason: 'another reason' }),
  },
};
