import { sql } from 'kysely';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { fakeClock } from '../../support/clock.ts';
import { createStudent, signIn, siteHeaders, startTestApp, type TestApp } from '../../support/server.ts';
import { hire, type TestStaff } from '../../support/staff.ts';
import type { NewStudent } from '../../support/student.ts';
import { batches, seedAcademy } from '../booking/academy-seed.ts';

/**
 * A request to the API. `student`: the signed-in student who sends it, so that a test can sign this student in again.
 */
export type ApiRequest = {
  url: string;
  body?: object | string;
  headers?: Record<string, string>;
  student?: { id: string };
};

export type ApiResponse = { status: number; body: Record<string, unknown>; cookie: string };

/** Prepares API requests, sends them and counts the database rows that they add. */
export type ApiDriver = {
  app: TestApp;
  /** Creates a student and signs the student in. `headers` contains the session cookie. */
  enrol(
    fields?: NewStudent,
  ): Promise<Pick<ApiRequest, 'headers' | 'student'> & { student: { id: string }; email: string }>;
  /** Creates a staff member with this role (administrator by default) and signs the staff member in. */
  hire(role?: StaffRole): Promise<Pick<ApiRequest, 'headers'> & TestStaff>;
  send(method: string, request: ApiRequest, key?: string): Promise<ApiResponse>;
  /**
   * Runs `work` and returns how many rows it adds to each database table. A negative number means removed rows. `seats`
   * is the change of the taken seats in all batches together. Leaves out what has not changed.
   */
  countNewRows(work: () => Promise<unknown>): Promise<Record<string, number>>;
};

const rates = ['READ', 'WRITE', 'ORDER', 'FORM', 'TELEMETRY', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];

/**
 * Starts the API with the small academy of `academy-seed.ts`, with rate limits that tests never reach, and with 10,000
 * seats in each of the batches `fireOpen` and `radarOpen`.
 */
export async function startAcademyApi(): Promise<TestApp> {
  const env = Object.fromEntries(rates.map((name) => [`RATE_${name}`, '1000000']));
  const app = await startTestApp({ env, clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')) });
  await seedAcademy(app.db);
  await app.db
    .updateTable('batches')
    .set({ capacity: 10_000 })
    .where('id', 'in', [batches.fireOpen, batches.radarOpen])
    .execute();
  return app;
}

/**
 * Tables that `countNewRows` leaves out, because their new rows are not an effect of the call itself. For example,
 * `receipt_numbers` gets a row only with the first receipt of a year.
 */
const uncounted = ['rate_counters', 'daily_usage', 'receipt_numbers', 'kysely_migration', 'kysely_migration_lock'];

export function createApiDriver(app: TestApp): ApiDriver {
  const countRows = async () => {
    const { rows } = await sql<{ name: string; count: number }>`
      select relname::text as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
        false, true, '')))[1]::text::integer as count
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(app.db);
    const taken = await sql<{ sum: number }>`select sum(taken)::integer as sum from batches`.execute(app.db);
    return new Map([...rows.map(({ name, count }) => [name, count] as const), ['seats', taken.rows[0]?.sum ?? 0]]);
  };
  return {
    app,
    async enrol(fields) {
      const student = await createStudent(app.db, fields);
      return { student, email: student.email ?? '', headers: await signIn(app, student) };
    },
    hire: (role = 'administrator') => hire(app, role),
    async send(method, { url, body, headers }, key) {
      const named = { ...siteHeaders, ...headers, ...(key ? { 'idempotency-key': key } : {}) };
      const sent = Object.fromEntries(Object.entries(named).filter(([, text]) => text !== ''));
      const payload = body === undefined ? {} : { payload: body };
      const response = await app.server.inject({ method: method as 'POST', url, headers: sent, ...payload });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return { status: response.statusCode, body: isJson ? response.json() : {}, cookie };
    },
    async countNewRows(work) {
      const before = await countRows();
      await work();
      const after = await countRows();
      const changes = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
      return Object.fromEntries(changes.filter(([name, change]) => change !== 0 && !uncounted.includes(name)));
    },
  };
}
