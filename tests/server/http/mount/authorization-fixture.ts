import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '../../../../server/auth/password/password.ts';
import { plantDocument, plantFile } from '../../../support/documents.ts';
import { type Answered, createStudent, signIn, type TestApp } from '../../../support/server.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { providerOrderIdOf } from '../../orders/ordering.ts';

/**
 * A student, the victim, whose stored texts all contain the word `canary`. No response to anybody else may contain this
 * word or any other of the victim's `secrets`.
 */
type Victim = {
  id: string;
  email: string;
  password: string;
  headers: { cookie: string };
  /** The Cookie header of an expired sign-in session of the victim. */
  expired: { cookie: string };
  orderId: string;
  attemptId: string;
  /** The id that the payment attempt has at the payment provider. */
  providerOrderId: string;
  paymentSession: string;
  sessionId: string;
  documentId: string;
  /** The URL of a file that the victim has uploaded but not yet added to their documents. */
  looseUrl: string;
  /** Texts, such as ids and tokens, that no response to anybody but the victim may contain. */
  secrets: string[];
};

export type Fixture = { app: TestApp; victim: Victim; stranger: { id: string; headers: { cookie: string } } };

const word = 'canary';
const password = 'Landfall#2026';
const passwordHash = hashPassword(password);
let planted = 0;

/**
 * Creates an expired sign-in session and returns its Cookie header. Makes all sessions of the student expire, so call
 * it before creating other ones.
 */
async function expiredSession(app: TestApp, student: { id: string }): Promise<{ cookie: string }> {
  const headers = await signIn(app, student);
  const expires_at = new Date(app.clock.now() - 1);
  await app.db.updateTable('sessions').set({ expires_at }).where('student_id', '=', student.id).execute();
  return headers;
}

async function send(app: TestApp, method: 'POST' | 'PUT', url: string, request: { headers: object; body: object }) {
  const answer = await app.call(method, url, { headers: { ...request.headers }, body: request.body });
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.text}`);
  return answer.body as Record<string, string>;
}

/** Books one course for the student and pays for it, then puts another course into the student's cart. */
async function book(app: TestApp, id: string, headers: { cookie: string }) {
  const add = (course_id: number, batch_id: number) =>
    send(app, 'POST', '/api/cart/add', { headers, body: { type: 'course', course_id, batch_id } });
  await add(courses.fire, batches.fireOpen);
  const query = new URLSearchParams({ id, redirect_url: '/course-booking/checkout/confirmation' });
  const order = await send(app, 'POST', `/api/orders/create?${query}`, { headers, body: {} });
  const { data: paymentSession = '', order_id: orderId = '', attempt_id: attemptId = '' } = order;
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  await app.server.inject({ method: 'POST', url: `/sandbox/pay/${paymentSession}/pay`, headers: form, payload: '' });
  const settled = new URLSearchParams({ user_id: id, attempt_id: attemptId });
  const update = await app.call('GET', `/api/orders/update?${settled}`, { headers });
  if (!update.text.includes('"state":"completed"')) throw new Error(update.text);
  await add(courses.radar, batches.radarOpen);
  return { paymentSession, orderId, attemptId, providerOrderId: await providerOrderIdOf(app, attemptId) };
}

async function plantVictim(app: TestApp): Promise<Victim> {
  planted += 1;
  const mark = `${word}${String(planted).padStart(4, '0')}`;
  const mobile = `98111${String(planted).padStart(5, '0')}`;
  const address = { house_number: `${mark}-house`, street: `${mark}-street`, city: `${mark}-city` };
  const { id } = await createStudent(app.db, {
    first_name: `${mark}-first`,
    last_name: `${mark}-last`,
    email: `${mark}@example.com`,
    mobile,
    whatsapp_number: mobile,
    indos_number: `${mark}-indos`,
    passport_number: `${mark}-passport`,
    image_url: `/api/files/${mark}`,
    ...address,
    correspondence_address: JSON.stringify(address),
    experience: JSON.stringify([{ position: mark, company: mark, period: mark, description: mark }]),
    password_hash: await passwordHash,
  });
  const expired = await expiredSession(app, { id });
  const headers = await signIn(app, { id });
  await app.db
    .updateTable('sessions')
    .set({ user_agent: `${mark} Firefox/133` })
    .where('student_id', '=', id)
    .execute();
  const booked = await book(app, id, headers);
  const entry = { type: 'credit' as const, amount_paise: 100, status: 'completed' as const };
  await app.db
    .insertInto('wallet_entries')
    .values({ ...entry, student_id: id, description: `${mark}-wallet`, reference: `${mark}-reference` })
    .execute();
  const live = app.db.selectFrom('sessions').select('id').where('student_id', '=', id);
  const session = await live.where('expires_at', '>', new Date(app.clock.now())).executeTakeFirstOrThrow();
  const secrets = [word, id, mobile, booked.orderId, booked.paymentSession, session.id, headers.cookie.slice(9)];
  const email = `${mark}@example.com`;
  const document = await plantDocument(app.db, id, { name: `${mark}-document` });
  const { id: looseId, url: looseUrl } = await plantFile(app.db, id);
  secrets.push(document.id, document.fileId, looseId);
  const own = { sessionId: session.id, documentId: document.id, looseUrl };
  return { id, email, password, headers, expired, ...booked, ...own, secrets };
}

/**
 * Creates two signed-in students: a victim who has every kind of data that a student can have, and a stranger who must
 * not get any of it.
 */
export async function createFixture(app: TestApp): Promise<Fixture> {
  const stranger = await createStudent(app.db);
  return { app, victim: await plantVictim(app), stranger: { id: stranger.id, headers: await signIn(app, stranger) } };
}

/** The names of the database tables with rows about students. */
let studentTables: Promise<string[]> | undefined;

async function listStudentTables(db: TestApp['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'student_id' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Returns all rows about one student in all database tables as one text, so that a test can compare it before and after
 * a request. Leaves out expired rows and the tables in `touched`.
 */
export async function readStudentRows({ db, clock }: TestApp, studentId: string, touched: string[]): Promise<string> {
  studentTables ??= listStudentTables(db);
  const now = new Date(clock.now());
  const tables = (await studentTables).filter((name) => !touched.includes(name));
  const rowsOf = (name: string) => sql`
    select ${sql.lit(name)} as name, to_jsonb(t) - 'last_seen_at' as row from ${sql.table(name)} t
    where student_id = ${studentId} and coalesce((to_jsonb(t) ->> 'expires_at')::timestamptz > ${now}, true)`;
  const student = sql`select 'students' as name, to_jsonb(s) as row from students s where id = ${studentId}`;
  const all = sql.join([student, ...tables.map(rowsOf)], sql` union all `);
  const { rows } = await sql`select * from (${all}) every_table order by name, row`.execute(db);
  return JSON.stringify(rows);
}

/** Returns the `secrets` that occur in the body or the headers of a response, including cookies. */
export function leaked(answer: Answered, secrets: string[]): string[] {
  const received = `${answer.text}\n${JSON.stringify(answer.headers)}`.toLowerCase();
  return secrets.filter((secret) => received.includes(secret.toLowerCase()));
}

export const forgedToken = () => randomBytes(32).toString('base64url');
