import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import type { AppInstance } from './app-instance.ts';
import type { SignedInStudent } from './fault-test-bed.ts';
import { batchesOf, nameOffer, offers } from './offers.ts';
import type { PlainAction } from './schedule.ts';
import type { StudentCalls } from './student-calls.ts';

type WaitingAction = Extract<PlainAction, { do: 'join list' | 'accept offer' | 'leave list' }>;
type Place = { id: number; student_id: string; item: string; courses: string[] };

/** Makes the API calls with which students join and leave waiting lists and accept offers from them. */
export class WaitingListCalls {
  readonly #db: Kysely<Database>;
  readonly #studentCalls: StudentCalls;

  constructor(db: Kysely<Database>, studentCalls: StudentCalls) {
    this.#db = db;
    this.#studentCalls = studentCalls;
  }

  async play(action: WaitingAction, instance: AppInstance, isReceived: boolean): Promise<void> {
    if (action.do === 'join list') return this.#join(action, instance, isReceived);
    const places = await this.#places(action.do === 'accept offer' ? ['offered'] : ['waiting', 'offered']);
    const place = places[action.nth % places.length];
    const student = this.#studentCalls.students.find(({ id }) => id === place?.student_id);
    if (!place || !student) return;
    if (action.do === 'leave list') return this.#studentCalls.leaveList(student, place.id, instance);
    const { id: entryId, item, courses } = place;
    const replaces = courses.filter((course) => course !== item);
    await this.#studentCalls.acceptOffer({ entryId, student, item, replaces }, instance, isReceived);
  }

  /** Lets a student wait for an item that has a full batch, if the student has booked none of the item's courses. */
  async #join({ who, nth }: { who: number; nth: number }, instance: AppInstance, isReceived: boolean): Promise<void> {
    const { students } = this.#studentCalls;
    const student: SignedInStudent | undefined = students[who % students.length];
    if (!student) return;
    const expired = sql`(select coalesce(sum(s.seats), 0) from seat_claims s
      where s.batch_id = b.id and s.kind = 'hold' and s.expires_at <= now())`;
    const isBooked = sql`exists (select from enrolments e where e.student_id = ${student.id} and e.course_id = b.course_id)`;
    const batches = sql<{ id: number; is_full: boolean; is_booked: boolean }>`
      select b.id, b.taken - ${expired} >= b.capacity as is_full, ${isBooked} as is_booked from batches b`;
    const { rows } = await batches.execute(this.#db);
    const state = new Map(rows.map((batch) => [batch.id, batch]));
    const wanted = offers.filter((offer) => {
      const own = batchesOf(offer).map((id) => state.get(id));
      return own.some((batch) => batch?.is_full) && !own.some((batch) => batch?.is_booked);
    });
    const offer = wanted[nth % wanted.length];
    if (!offer) return;
    const call = this.#studentCalls.newCall('join', student, { item: nameOffer(offer).item, body: offer });
    await this.#studentCalls.send(call, instance, isReceived);
  }

  async #places(states: readonly string[]): Promise<Place[]> {
    const { rows } = await sql<Place>`
      select e.id, e.student_id, case when e.package_id is null then 'course ' || e.course_id
          else 'package ' || e.package_id end as item,
        array(select 'course ' || w.course_id from waiting_entry_batches w where w.entry_id = e.id) as courses
      from waiting_entries e where e.state = any(${[...states]}) order by e.id desc`.execute(this.#db);
    return rows;
  }
}
