import { type RawBuilder, sql } from 'kysely';
import { sharesDay } from '../../contract/booking-warnings.ts';
import type { DatesClash } from '../../contract/orders.ts';
import type { SaleLine } from '../../contract/staff/order-money.ts';
import type { SqlRead } from '../db/connection/pipeline.ts';
import { type DatedDiscount, discountsInEffect, discountsJson } from '../db/discounts.ts';
import type { PricePaise } from '../db/paise.ts';
import { troubleBesidesSeats } from './batch-trouble.ts';
import type { PriceRules } from './cart-line.ts';

/**
 * One row for each batch chosen in a cart item, or one row with nulls for an item without batches. The item is a
 * course (`ownCourse`) or a package (`ownPackage`); `course` is the course of the batch.
 */
type ChosenRow = [
  line: number,
  student: string,
  ownCourse: number | null,
  ownPackage: number | null,
  course: number | null,
  batch: number | null,
  isBooked: boolean,
];
type Item = {
  student: string;
  course: number | null;
  package: number | null;
  batchOf: Map<number, number>;
  booked: Set<number>;
};
type CourseRow = { id: number; name: string; fee: number; is_active: boolean; discounts: DatedDiscount[] };
type PackageRow = CourseRow & { courses: number[] };
type BatchRow = { id: number; start_date: string; end_date: string; status: 'open' | 'closed' };

type BookedRow = { student: string; batch: number; course_name: string; start_date: string; end_date: string };

/**
 * What the database stores about the requested carts. `chosen`: the rows of the carts. `courses`, `packages` and
 * `batches`: those that occur in the carts, each listed once. `booked`: the students' bookings with days between the
 * earliest first day and the latest last day of `batches`, except bookings of cancelled batches.
 */
type StoredCarts = {
  chosen: ChosenRow[];
  courses: CourseRow[];
  packages: PackageRow[];
  batches: BatchRow[];
  booked: BookedRow[];
};

/**
 * A line of the cart as orders need it, with amounts in paise. Unlike a line for the cart page it has no images and
 * says nothing about free seats.
 */
type OrderLine = {
  type: 'course' | 'package';
  id: number;
  name: string;
  feePaise: number;
  price: PricePaise;
  courses: Array<{
    course: { id: number; course_name: string };
    batch: { id: number; start_date: string; end_date: string };
    trouble: 'booked' | 'started' | 'closed' | null;
    clash: DatesClash['other'] | null;
  }>;
};

// SQL: whether the student has booked the batch. A subquery with `limit 1` is faster here than `exists`, for which
// PostgreSQL may read all enrolments into a hash table.
const isBooked = sql`coalesce((select true from enrolments e
  where e.student_id = i.student_id and e.batch_id = cb.batch_id limit 1), false)`;

type StoredRow = { kind: keyof StoredCarts; row: never };

/** SQL that reads the items in the carts of `studentIds`, with one row for each chosen batch. */
const cartLinesSql = (studentIds: readonly string[]) => sql`
  select i.id, i.student_id, i.course_id as own_course, i.package_id, cb.course_id, cb.batch_id,
    ${isBooked} as is_booked
  from cart_items i left join cart_batches cb on cb.cart_item_id = i.id
  where i.student_id = any(${studentIds}::uuid[])`;

/** SQL for a course or package that staff sell to a student. The result has the same columns as `cartLinesSql`. */
const chosenLineSql = (studentId: string, { type, id, batches }: SaleLine) => sql`
  select i.id, i.student_id, case ${type} when 'course' then i.id end as own_course,
    case ${type} when 'package' then i.id end as package_id, cb.course_id, cb.batch_id, ${isBooked} as is_booked
  from (select ${id}::integer as id, ${studentId}::uuid as student_id) i,
    unnest(${batches.map(({ course_id }) => course_id)}::integer[], ${batches.map(({ batch_id }) => batch_id)}::integer[])
      as chosen (course_id, batch_id)
    join lateral (select b.id as batch_id, b.course_id from batches b where b.id = chosen.batch_id
      and b.course_id = chosen.course_id and b.publication = 'published') cb on true`;

/**
 * SQL that reads everything that orders need to know about cart lines. `lines`: SQL that selects the lines of the
 * students.
 */
function storedCartsSql(studentIds: readonly string[], lines: RawBuilder<unknown>): RawBuilder<StoredRow> {
  return sql<StoredRow>`
    with line as materialized (${lines})
    (select 'chosen' as kind,
      jsonb_build_array(id, student_id, own_course, package_id, course_id, batch_id, is_booked) as row from line order by id)
    union all select 'courses', jsonb_build_object('id', c.id, 'name', c.course_name, 'fee', c.total_fee_paise,
      'is_active', c.is_active, 'discounts', ${discountsJson(sql`d.course_id = c.id`)})
      from courses c where c.id in (select course_id from line union select own_course from line)
    union all select 'packages', jsonb_build_object('id', p.id, 'name', p.package_name, 'fee', p.total_fee_paise,
      'is_active', p.is_active, 'discounts', ${discountsJson(sql`d.package_id = p.id`)}, 'courses',
      array(select pc.course_id from package_courses pc where pc.package_id = p.id order by pc.position, pc.course_id))
      from packages p where p.id in (select package_id from line)
    union all select 'batches', jsonb_build_object('id', b.id, 'start_date', b.start_date, 'end_date', b.end_date,
      'status', b.status) from batches b where b.id in (select batch_id from line)
    union all select 'booked', jsonb_build_object('student', e.student_id, 'batch', e.batch_id,
      'course_name', k.course_name, 'start_date', e.start_date, 'end_date', e.end_date)
      from enrolments e join courses k on k.id = e.course_id
        join batches b on b.id = e.batch_id and b.publication <> 'cancelled'
      where e.student_id = any(${studentIds}::uuid[])
        and e.end_date >= (select min(b.start_date) from batches b where b.id in (select batch_id from line))
        and e.start_date <= (select max(b.end_date) from batches b where b.id in (select batch_id from line))`;
}

function groupByKind(rows: readonly StoredRow[]): StoredCarts {
  const stored: StoredCarts = { chosen: [], courses: [], packages: [], batches: [], booked: [] };
  for (const { kind, row } of rows) stored[kind].push(row);
  return stored;
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

function toItems(rows: readonly ChosenRow[]): Item[] {
  const items = new Map<number, Item>();
  for (const [line, student, course, bundle, chosen, batch, isBooked] of rows) {
    const item = items.get(line) ?? { student, course, package: bundle, batchOf: new Map(), booked: new Set() };
    if (chosen !== null && batch !== null) item.batchOf.set(chosen, batch);
    if (batch !== null && isBooked) item.booked.add(batch);
    items.set(line, item);
  }
  return [...items.values()];
}

function createLineReader(stored: StoredCarts, today: string, prices: PriceRules): (item: Item) => OrderLine | null {
  const [courses, packages, batches] = [byId(stored.courses), byId(stored.packages), byId(stored.batches)];
  return (item) => {
    const bundle = item.package === null ? null : packages.get(item.package);
    const sold = bundle ?? courses.get(item.course ?? 0);
    if (!sold) return null;
    const { batchOf } = item;
    // The same rule as `isSold` in cart.repo.ts: a package needs a batch for each of its courses, and for no other
    // course.
    const required = bundle?.courses ?? [...batchOf.keys()];
    const isSold = sold.is_active && required.length === batchOf.size && required.every((id) => batchOf.has(id));
    const order = bundle ? [...bundle.courses, ...batchOf.keys()] : [...batchOf.keys()];
    const chosen = [...new Set(order)].flatMap((id) => {
      const [course, batch] = [courses.get(id), batches.get(batchOf.get(id) ?? 0)];
      return course && batch ? [{ course, batch }] : [];
    });
    const fees = chosen.map(({ course }) => course.fee);
    const discounts = discountsInEffect(sold.discounts, today);
    return {
      type: bundle ? 'package' : 'course',
      id: sold.id,
      name: sold.name,
      feePaise: sold.fee,
      price: bundle ? prices.package(sold.fee, fees, discounts) : prices.course(sold.fee, discounts),
      courses: chosen.map(({ course, batch }) => {
        const isBooked = item.booked.has(batch.id);
        return {
          course: { id: course.id, course_name: course.name },
          batch: { id: batch.id, start_date: batch.start_date, end_date: batch.end_date },
          trouble: isBooked ? 'booked' : (troubleBesidesSeats(batch, today) ?? (isSold ? null : 'closed')),
          clash: null,
        };
      }),
    };
  };
}

/**
 * The statement that reads carts, and the function that turns its rows into the lines of each student (see
 * `SqlRead`).
 */
type CartsQuery = {
  statement: RawBuilder<StoredRow>;
  read(rows: readonly StoredRow[]): Map<string, OrderLine[]>;
};

/**
 * Makes the query that reads the carts of several students, with lines in the order in which they were added.
 * Students with an empty cart have no entry in the result.
 */
export function cartsQuery(studentIds: readonly string[], today: string, prices: PriceRules): CartsQuery {
  const statement = storedCartsSql(studentIds, cartLinesSql(studentIds));
  return { statement, read: (rows) => toCarts(groupByKind(rows), today, prices) };
}

/**
 * Makes the query for a course or package that staff sell to a student. It is read as if it were the only line in the
 * student's cart.
 */
export function chosenLineQuery(
  studentId: string,
  line: SaleLine,
  today: string,
  prices: PriceRules,
): SqlRead<OrderLine | null> {
  const statement = storedCartsSql([studentId], chosenLineSql(studentId, line));
  return {
    statement,
    read: (rows) => toCarts(groupByKind(rows as StoredRow[]), today, prices).get(studentId)?.[0] ?? null,
  };
}

/**
 * For each batch of a student's lines, finds another batch that shares a day with it: first among the booked batches,
 * then among those in the cart.
 */
function withClashes(lines: readonly OrderLine[], booked: readonly BookedRow[]): OrderLine[] {
  const dates = [
    ...booked.map(({ student: _, ...row }) => ({ ...row, is_booked: true })),
    ...lines.flatMap(({ courses }) =>
      courses.map(({ course: { course_name }, batch: { id, start_date, end_date } }) => ({
        batch: id,
        course_name,
        start_date,
        end_date,
        is_booked: false,
      })),
    ),
  ];
  const clashOf = (own: OrderLine['courses'][number]['batch']) => {
    const found = dates.find((other) => other.batch !== own.id && sharesDay(other, own));
    if (!found) return null;
    const { batch: _, ...clash } = found;
    return clash;
  };
  return lines.map((line) => ({
    ...line,
    courses: line.courses.map((chosen) => ({ ...chosen, clash: clashOf(chosen.batch) })),
  }));
}

function toCarts(stored: StoredCarts, today: string, prices: PriceRules): Map<string, OrderLine[]> {
  const read = createLineReader(stored, today, prices);
  const carts = new Map<string, OrderLine[]>();
  for (const item of toItems(stored.chosen)) {
    const line = read(item);
    if (line) carts.set(item.student, [...(carts.get(item.student) ?? []), line]);
  }
  for (const [student, lines] of carts) {
    const booked = stored.booked.filter((row) => row.student === student);
    carts.set(student, withClashes(lines, booked));
  }
  return carts;
}
