import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { WaitingEntry } from '../../../contract/waiting-lists.ts';
import type { Academy, StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';

const url = '/api/waiting-lists';

/**
 * Sends the call with which a student joins the waiting list of a fire fighting batch, by default `fireFull`, which has
 * no free seats.
 */
export const joinFire = (student: StudentBrowser, batch_id: number = batches.fireFull) =>
  student.send('POST', url, { type: 'course', course_id: courses.fire, batch_id });

/**
 * Sends the call with which a student joins the waiting list of the package of fire fighting and radar. `fire` and
 * `radar` are the ids of the chosen batches.
 */
export const joinSea = (student: StudentBrowser, fire: number, radar: number) =>
  student.send('POST', url, {
    type: 'package',
    package_id: packages.sea,
    batches: [
      { course_id: courses.fire, batch_id: fire },
      { course_id: courses.radar, batch_id: radar },
    ],
  });

export const leave = (student: StudentBrowser, id: number) => student.send('DELETE', url, { id });
export const accept = (student: StudentBrowser, id: number) => student.send('POST', `${url}/accept`, { id });

export async function entriesOf(student: StudentBrowser): Promise<WaitingEntry[]> {
  return (await student.get(url)).json().data;
}

/** Returns the only waiting list entry of a student. Throws if the student has none or several. */
export async function entryOf(student: StudentBrowser): Promise<WaitingEntry> {
  const [entry, ...others] = await entriesOf(student);
  if (!entry || others.length > 0) throw new Error('the student has not exactly one entry');
  return entry;
}

/** Creates a student who joins a waiting list, by default the list of the full fire fighting batch `fireFull`. */
export async function waitingFor(
  { enrol }: Academy,
  join: (student: StudentBrowser) => Promise<LightMyRequestResponse> = joinFire,
): Promise<StudentBrowser> {
  const student = await enrol();
  const response = await join(student);
  expect(response.statusCode, response.body).toBe(200);
  return student;
}

/** Makes a batch full, by keeping all its free seats for the office. */
export async function fill({ db }: Academy, batchId: number): Promise<void> {
  const free = sql<number>`capacity - taken`;
  const { seats } = await db
    .selectFrom('batches')
    .select(free.as('seats'))
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  if (seats === 0) return;
  await db.insertInto('seat_claims').values({ batch_id: batchId, kind: 'office', seats }).execute();
  await sql`update batches set taken = capacity where id = ${batchId}`.execute(db);
}

/** Adds `seats` seats to the capacity of a batch. */
export async function enlarge({ db }: Academy, batchId: number, seats: number): Promise<void> {
  await sql`update batches set capacity = capacity + ${seats} where id = ${batchId}`.execute(db);
}

/** Runs the background job that offers free seats to students on waiting lists, and expects that nothing fails. */
export async function runJob({ app }: Academy): Promise<void> {
  expect((await app.makeOffers()).failures).toEqual([]);
}

/** Makes the seat offer to a waiting list entry expire, by setting its end to one second ago. */
export async function endOffer({ db }: Academy, { id }: WaitingEntry): Promise<void> {
  const past = sql`now() - interval '1 second'`;
  await sql`update waiting_entries set offer_until = ${past} where id = ${id}`.execute(db);
  await sql`update seat_claims set expires_at = ${past} where waiting_entry_id = ${id}`.execute(db);
}

/**
 * Ends all waiting list entries and frees the seats of all batches. Only the batch `fireFull` stays full: it has two
 * seats, both kept for the office.
 */
export async function clearLists({ db }: Academy): Promise<void> {
  await sql`update waiting_entries set state = 'ended', end_reason = 'left', ended_at = now(), offer_until = null
    where state <> 'ended'`.execute(db);
  await sql`delete from seat_claims where kind <> 'office' or batch_id <> ${batches.fireFull}`.execute(db);
  await sql`update batches set taken = 0 where id <> ${batches.fireFull}`.execute(db);
  await sql`update batches set taken = 2, capacity = 2, status = 'open', publication = 'published'
    where id = ${batches.fireFull}`.execute(db);
}

export async function available(student: StudentBrowser, batchId: number): Promise<number | undefined> {
  const response = await student.get(`/api/booking-groups/booking-page?courseType=individual`);
  const groups: Array<{ courses: Array<{ batches: Array<{ id: number; available: number }> }> }> = response.json().data;
  return groups.flatMap((group) => group.courses.flatMap((one) => one.batches)).find(({ id }) => id === batchId)
    ?.available;
}

/** Returns the emails to a student, oldest first. */
async function readEmailsTo({ db }: Academy, student: StudentBrowser) {
  return db
    .selectFrom('mail_outbox as m')
    .innerJoin('students as s', 's.email', 'm.recipient')
    .select(['m.subject', 'm.body'])
    .where('s.id', '=', student.id)
    .orderBy('m.id')
    .execute();
}

/** Returns the subjects of the emails to a student, oldest first. */
export const emailsTo = async (academy: Academy, student: StudentBrowser) =>
  (await readEmailsTo(academy, student)).map(({ subject }) => subject);

/** Returns the plain texts of the emails to a student, oldest first. */
export const emailTextsTo = async (academy: Academy, student: StudentBrowser) =>
  (await readEmailsTo(academy, student)).map(({ body }) => body);
