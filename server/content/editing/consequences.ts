import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { counted } from '../../../contract/counted.ts';
import type { ContentBody, ContentChange, DocumentName } from '../../../contract/staff/content.ts';
import type { Tx } from '../../db/schema.ts';
import { formatDay } from '../../pdf/pdf-text.ts';

type Publication = DocumentName & {
  /** The content to publish. `changes`: how it differs from the published version. */
  body: ContentBody;
  changes: readonly ContentChange[];
  isNew: boolean;
  /** Today's date in the academy's time zone. */
  today: string;
};

async function countRows(tx: Tx, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*)::integer as count from ${rows} found`.execute(
    tx,
  );
  return found[0]?.count ?? 0;
}

/**
 * Counts the carts and the unpaid orders that have the course or package as an item. A course does not count where it
 * is only part of a package.
 */
async function countBuyers(tx: Tx, column: 'course_id' | 'package_id', id: number) {
  const owner = sql.ref(column);
  const carts = await countRows(tx, sql`(select distinct student_id from cart_items where ${owner} = ${id})`);
  const unpaid = await countRows(
    tx,
    sql`(select distinct o.id from orders o join order_items i on i.order_id = o.id
      where o.state = 'awaiting_payment' and i.${owner} = ${id})`,
  );
  return { carts, unpaid };
}

/** Describes the consequences of a new price: paid and unpaid orders keep the old price, and carts show the new one. */
async function priceConsequences(tx: Tx, column: 'course_id' | 'package_id', id: number): Promise<string[]> {
  const { carts, unpaid } = await countBuyers(tx, column, id);
  return [
    'Bookings that are paid keep their price.',
    ...(carts > 0
      ? [`${counted(carts, 'student has', 'students have')} it in the cart. They see the new price before they pay.`]
      : []),
    ...(unpaid > 0
      ? [`${counted(unpaid, 'payment')} under way ${unpaid === 1 ? 'is' : 'are'} still taken at the old price.`]
      : []),
  ];
}

type Batches = { batches: number; students: number };

/**
 * Counts the published batches that have not ended and have enrolled students, and counts these students. `which`: SQL
 * that selects the batches `b` or the enrolments `e` to count.
 */
async function bookedBatches(tx: Tx, which: RawBuilder<unknown>, today: string): Promise<Batches> {
  const { rows } = await sql<Batches>`
    select count(distinct b.id)::integer as batches, count(distinct e.student_id)::integer as students
    from enrolments e join batches b on b.id = e.batch_id
    where ${which} and b.end_date >= ${today} and b.publication = 'published'`.execute(tx);
  return rows[0] ?? { batches: 0, students: 0 };
}

async function withdrawalConsequences(tx: Tx, courseId: number, today: string): Promise<string[]> {
  const { batches, students } = await bookedBatches(tx, sql`e.course_id = ${courseId}`, today);
  const { carts } = await countBuyers(tx, 'course_id', courseId);
  const { rows: packages } = await sql<{ name: string }>`
    select p.package_name as name from packages p join package_courses c on c.package_id = p.id
    where c.course_id = ${courseId} and p.is_active order by p.position`.execute(tx);
  return [
    'Visitors do not see the course any more, and nobody can book it.',
    ...(students > 0
      ? [
          `${counted(students, 'student is', 'students are')} booked on ${counted(batches, 'batch', 'batches')} that ${batches === 1 ? 'has' : 'have'} not ended. These batches take place, and nobody is refunded. To call a batch off, cancel it in the calendar.`,
        ]
      : []),
    ...(carts > 0
      ? [`${counted(carts, 'student has', 'students have')} it in the cart, and must remove it before they pay.`]
      : []),
    ...(packages.length > 0
      ? [
          `It can still be booked with ${packages.map(({ name }) => name).join(', ')}. Change ${packages.length === 1 ? 'this package' : 'these packages'} too.`,
        ]
      : []),
  ];
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/**
 * Warns after a change of a course's fee (`total_fee`) if the crossed-out full fee (`actual_fee`), or the sum of the
 * fee's break-up, still equals the old fee.
 */
function feesLeftBehind({ body, changes }: Publication): string[] {
  const old = changes.find(({ path }) => path === 'total_fee')?.before;
  if (typeof old !== 'number') return [];
  const rows = z.array(z.object({ fee: z.number() })).safeParse(body.fees).data ?? [];
  const sum = rows.reduce((total, { fee }) => total + Math.round(fee * 100), 0);
  return [
    ...(body.actual_fee === old ? [`The full fee is still ${rupees.format(old)}. The Fees tab then shows both.`] : []),
    ...(sum === Math.round(old * 100) ? [`The break-up of the fee still adds up to ${rupees.format(old)}.`] : []),
  ];
}

async function courseConsequences(tx: Tx, publication: Publication): Promise<string[]> {
  const { id, body, changes, isNew, today } = publication;
  const courseId = Number(id);
  const changed = (pattern: RegExp) => changes.some(({ path }) => pattern.test(path));
  if (isNew)
    return ['The course has no batches yet. Add them in the calendar, and name the course in a group of Book Online.'];
  const isWithdrawn = changed(/^is_active$/) && body.is_active !== true;
  const { batches, students } = changed(/^duration/)
    ? await bookedBatches(tx, sql`e.course_id = ${courseId}`, today)
    : { batches: 0, students: 0 };
  return [
    ...(isWithdrawn ? await withdrawalConsequences(tx, courseId, today) : []),
    ...(!isWithdrawn && changed(/^(total_fee|discounts)/) ? await priceConsequences(tx, 'course_id', courseId) : []),
    ...feesLeftBehind(publication),
    ...(batches > 0
      ? [
          `${counted(batches, 'batch', 'batches')} with ${counted(students, 'student')} keep${batches === 1 ? 's' : ''} the old dates. Change them in the calendar.`,
        ]
      : []),
  ];
}

async function packageConsequences(tx: Tx, { id, body, changes, isNew }: Publication): Promise<string[]> {
  const changed = (pattern: RegExp) => changes.some(({ path }) => pattern.test(path));
  if (isNew) return ['The package is on Book Online as soon as a group there names it.'];
  const { carts } = await countBuyers(tx, 'package_id', Number(id));
  const inCart = carts > 0 ? ` ${counted(carts, 'student has', 'students have')} it in the cart.` : '';
  if (changed(/^is_active$/) && body.is_active !== true)
    return [`Nobody can book the package any more. Bookings that are paid stay as they are.${inCart}`];
  return [
    ...(changed(/^(total_fee|discounts)/) ? await priceConsequences(tx, 'package_id', Number(id)) : []),
    ...(changed(/^course_codes/) && carts > 0
      ? [`${inCart.trim()} They must choose its batches anew before they pay.`]
      : []),
  ];
}

async function departmentConsequences(tx: Tx, { id, body }: Publication): Promise<string[]> {
  if (body.status === 'active' && body.show_on_website === true) return [];
  const courses = await countRows(tx, sql`(select from courses where department_id = ${Number(id)} and is_active)`);
  return courses > 0
    ? [
        `${counted(courses, 'course')} of the department ${courses === 1 ? 'stays' : 'stay'} on the site, without its name.`,
      ]
    : [];
}

async function venueConsequences(tx: Tx, { id, isNew, today }: Publication): Promise<string[]> {
  if (isNew) return ['It can be chosen for batches as soon as it is published.'];
  const { batches, students } = await bookedBatches(tx, sql`b.venue_id = ${id}`, today);
  if (students === 0) return [];
  const booked = `${counted(students, 'student is', 'students are')} booked on ${counted(batches, 'batch', 'batches')} here`;
  return [`${booked}. They find the change in My Courses; nobody is emailed.`];
}

async function authorConsequences(tx: Tx, { id, isNew }: Publication): Promise<string[]> {
  if (isNew) return ['Posts can name this author as soon as it is published.'];
  const posts = await countRows(tx, sql`(select from posts where author_id = ${Number(id)})`);
  return posts > 0 ? [`${counted(posts, 'post shows', 'posts show')} the change at once.`] : [];
}

const academyConsequences: Readonly<Record<string, string>> = {
  brand: 'Every page, new emails, and joining instructions of courses without a place show it at once.',
  receipt:
    'Receipts from now on have these details, and earlier ones keep theirs. Certificates have them whenever they are downloaded.',
};

/** Describes the consequences that a publication has for visitors and students besides the changed texts. */
export async function describeConsequences(tx: Tx, publication: Publication): Promise<string[]> {
  const { kind, id, body, today } = publication;
  if (kind === 'academy') return [academyConsequences[id] ?? []].flat();
  if (kind === 'courses') return courseConsequences(tx, publication);
  if (kind === 'packages') return packageConsequences(tx, publication);
  if (kind === 'departments') return departmentConsequences(tx, publication);
  if (kind === 'venues') return venueConsequences(tx, publication);
  if (kind === 'authors') return authorConsequences(tx, publication);
  if (kind === 'instructors' && publication.isNew)
    return ['They can be chosen for batches as soon as this is published.'];
  const { date, expires, time } = body;
  if (kind === 'notices' && typeof expires === 'string')
    return [
      expires < today
        ? `The notice is not shown: its last day was ${formatDay(expires)}.`
        : `Home shows the notice until the end of ${formatDay(expires)}.`,
    ];
  if (kind === 'posts' && typeof date === 'string' && date > today)
    return [`The post appears on ${formatDay(date)} at ${String(time)}.`];
  return [];
}
