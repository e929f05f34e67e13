import type { Kysely, RawBuilder } from 'kysely';
import { searchResultLimit, searchStaffConsole } from '../../contract/staff/staff-search.ts';
import type { ListedStudent } from '../../contract/staff/students.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { findBatches, findCourses, findOrders } from './search.repo.ts';

export type ConsoleSearchDeps = {
  clock: Clock;
  listStudents: (db: Kysely<Database>, filter: { q: string }, limit: number) => Promise<ListedStudent[]>;
  /** Returns the ten digits of a mobile number, however it is written; null for any other text. */
  normaliseMobile: (text: string) => string | null;
  /** SQL for the amount that the student still has to pay at the office for order `o`. */
  orderDueSql: RawBuilder<number>;
};

function toFound({ id, first_name, last_name, email, mobile, indos_number }: ListedStudent) {
  return { id, name: `${first_name} ${last_name}`, contact: email ?? mobile, indos_number };
}

/** The call of the console's search (docs/product.md#search-everywhere). */
export function consoleSearchRoutes(mount: Mount, deps: ConsoleSearchDeps): void {
  const { clock, listStudents, normaliseMobile, orderDueSql: dueSql } = deps;
  mount(searchStaffConsole, async ({ db, query: { q } }) => {
    const day = today(clock);
    const limit = searchResultLimit;
    const [students, orders, courses] = await Promise.all([
      listStudents(db, { q: normaliseMobile(q) ?? q }, limit),
      findOrders(db, { text: q, year: Number(day.slice(0, 4)), dueSql }, limit),
      findCourses(db, q, limit),
    ]);
    const courseIds = courses.map(({ id }) => id);
    const batches = await findBatches(db, { text: q, courseIds, today: day }, limit);
    return { statusCode: 200, data: { students: students.map(toFound), orders, batches, courses } };
  });
}
