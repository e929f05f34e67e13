import { sql } from 'kysely';
import type { CartAdd } from '../../contract/cart.ts';
import { maxWaitingEntries } from '../../contract/limits.ts';
import { joinWaitingList } from '../../contract/waiting-lists.ts';
import { availableSeatsForSql } from '../db/available-seats.ts';
import { contactStatus, type Tx } from '../db/schema.ts';
import { today } from '../http/clock.ts';
import { notFound, type Refusal, refuse } from '../http/refusal.ts';
import type { WaitingDeps } from './waiting-deps.ts';

const { refusals } = joinWaitingList;

/**
 * A course and batch that the student chose, with stored facts about the batch. `of_course`: the id of the batch's
 * course; null if no batch has this id.
 */
type ChosenBatch = {
  course_id: number;
  batch_id: number;
  of_course: number | null;
  status: 'open' | 'closed';
  start_date: string;
  available: number;
  /** Whether the student has a seat in a batch of this course that has neither ended nor been cancelled. */
  is_booked: boolean;
};

/**
 * Stored facts about a student and a course or package, from which `joinRefusal` decides whether the student may join
 * the waiting list. `entries`: how many entries the student has already. `course_ids`: the courses of the package, or
 * the one course; empty if it is not on sale.
 */
type JoinFacts = {
  is_email_verified: boolean;
  allowed_booking: boolean;
  entries: number;
  course_ids: number[];
  chosen: ChosenBatch[];
};

const chosenIn = (add: CartAdd) => (add.type === 'course' ? [add] : add.batches);

/**
 * Locks the student's row, so that calls of the same student run one after the other, and reads the facts for
 * `joinRefusal`.
 */
async function lockAndRead(tx: Tx, studentId: string, add: CartAdd, day: string): Promise<JoinFacts> {
  await sql`select id from students where id = ${studentId} for no key update`.execute(tx);
  const chosen = chosenIn(add);
  const courseIds =
    add.type === 'course'
      ? sql`array(select id from courses where id = ${add.course_id} and is_active)`
      : sql`array(select pc.course_id from package_courses pc join packages p on p.id = pc.package_id
          where p.id = ${add.package_id} and p.is_active)`;
  const { rows } = await sql<JoinFacts>`
    select coalesce(s.email_standing = ${sql.lit(contactStatus.verified)} and s.email is not null, false)
        as is_email_verified, s.allowed_booking,
      (select count(*)::integer from waiting_entries e where e.student_id = s.id and e.state <> 'ended') as entries,
      ${courseIds} as course_ids, coalesce((
        select jsonb_agg(jsonb_build_object('course_id', w.course_id, 'batch_id', w.batch_id, 'of_course', b.course_id,
          'status', b.status, 'start_date', b.start_date, 'available', ${availableSeatsForSql(studentId)},
          'is_booked', exists (select from enrolments n join batches nb on nb.id = n.batch_id
            where n.student_id = s.id and n.course_id = w.course_id and nb.end_date >= ${day}
              and nb.publication <> 'cancelled')))
        from unnest(${chosen.map((one) => one.course_id)}::integer[], ${chosen.map((one) => one.batch_id)}::integer[])
          as w (course_id, batch_id)
        left join batches b on b.id = w.batch_id and b.publication <> 'draft'), '[]') as chosen
    from students s where s.id = ${studentId}`.execute(tx);
  const [facts] = rows;
  if (!facts) throw notFound();
  return facts;
}

/** Returns why the student may not join the waiting list, or null if they may. */
function joinRefusal({ chosen, course_ids, ...student }: JoinFacts, day: string): Refusal | null {
  if (course_ids.length === 0) return notFound();
  if (!student.allowed_booking)
    return refuse(
      refusals,
      'BOOKING_NOT_ALLOWED',
      'Booking is not enabled for your account. Please contact admissions.',
    );
  const isComplete =
    chosen.length === course_ids.length && course_ids.every((id) => chosen.some((one) => one.course_id === id));
  if (!isComplete) return refuse(refusals, 'PACKAGE_INCOMPLETE', 'Please select batches for all courses');
  for (const { course_id, batch_id, of_course, status, start_date, is_booked } of chosen) {
    if (of_course === null) return notFound();
    if (of_course !== course_id)
      return refuse(refusals, 'BATCH_NOT_OF_COURSE', 'This batch does not belong to the course.');
    if (is_booked) {
      const data = { course_id, batch_id };
      return refuse(refusals, 'ALREADY_BOOKED', 'You have already booked this course.', { data });
    }
    if (start_date <= day) return refuse(refusals, 'BATCH_STARTED', 'This batch has already started.');
    if (status === 'closed') return refuse(refusals, 'BATCH_CLOSED', 'This batch is no longer available for booking.');
  }
  if (chosen.every(({ available }) => available > 0))
    return refuse(refusals, 'SEATS_AVAILABLE', 'Seats are available. You can book now.');
  if (!student.is_email_verified) {
    const text = 'Please verify your email to join the waiting list. We send offers of freed seats to it.';
    return refuse(refusals, 'EMAIL_NOT_VERIFIED', text);
  }
  return null;
}

/**
 * Adds a student to the waiting list for the chosen batches.
 * @throws Refusal with one of the error codes of the call `joinWaitingList`
 */
export async function join(tx: Tx, deps: WaitingDeps, studentId: string, add: CartAdd): Promise<void> {
  const day = today(deps.clock);
  const settings = await deps.readSettings(tx);
  if (!settings?.enable_booking) throw refuse(refusals, 'BOOKING_CLOSED', 'Online booking is closed at present.');
  const facts = await lockAndRead(tx, studentId, add, day);
  const refusal = joinRefusal(facts, day);
  if (refusal) throw refusal;
  const batchIds = facts.chosen.map(({ batch_id }) => batch_id).sort((a, b) => a - b);
  const waitsAlready = sql`select from waiting_entries where student_id = ${studentId} and state <> 'ended'
    and batch_ids = ${batchIds}::integer[]`;
  if ((await waitsAlready.execute(tx)).rows.length > 0)
    throw refuse(refusals, 'ALREADY_WAITING', 'You are already on this waiting list.');
  if (facts.entries >= maxWaitingEntries) {
    const text = `You can be on at most ${maxWaitingEntries} waiting lists. Leave one in My Courses first.`;
    throw refuse(refusals, 'TOO_MANY_WAITING', text);
  }
  const item = add.type === 'course' ? { course_id: add.course_id } : { package_id: add.package_id };
  const { id } = await tx
    .insertInto('waiting_entries')
    .values({ student_id: studentId, course_id: null, package_id: null, ...item, batch_ids: batchIds })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = facts.chosen.map(({ course_id, batch_id }) => ({ entry_id: id, course_id, batch_id }));
  await tx.insertInto('waiting_entry_batches').values(rows).execute();
}
