import process from 'node:process';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { type Report, type ReportKind, reportKinds } from '../../../contract/staff/reports.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { type BookedOrder, bookOrder, cancel, expectConsistent } from '../orders/changes/booked-order.ts';
import { addCourse, addFire, pay, placeOrder } from '../orders/ordering.ts';
import { openConsole, reason } from '../orders/staff/staff-calls.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const academy = await openAcademy();
const { db, app } = academy;
const accounts = await openConsole(academy, 'accounts');
const [january, february] = ['2026-01', '2026-02'];
const everything = { from: '2025-11-01', to: '2027-12-31' };

async function read(kind: ReportKind, period: object = everything, console_ = accounts): Promise<Report> {
  const query = new URLSearchParams({ ...period });
  const { status, body, text } = await console_.call('GET', `/reports/${kind}?${query}`);
  expect(status, text).toBe(200);
  return body.data;
}

/** The values of one column of a report. The keys are the values of the first column. */
function byName({ columns, rows, total }: Report, label: string): Record<string, string | number | undefined> {
  const at = columns.findIndex((column) => column.label === label);
  return Object.fromEntries([...rows, total].map((row) => [row[0], row[at]]));
}

const toPaise = (rupees: unknown) => Math.round(Number(rupees) * 100);
const totalPaise = (report: Report, label: string) => toPaise(byName(report, label).Total);

/** The sum of the ledger entries of an account in a period, in paise. */
async function ledgerSum(account: string, { from, to } = everything): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from ledger_entries where account = ${account}
      and (at at time zone 'Asia/Kolkata')::date between ${from} and ${to}`.execute(db);
  return rows[0]?.paise ?? 0;
}

/** Moves the revenue of an order to another time. */
async function postAt(orderId: string, time: string): Promise<void> {
  await sql`update ledger_entries set at = ${time} where order_id = ${orderId}`.execute(db);
  await sql`update orders set completed_at = ${time} where id = ${orderId}`.execute(db);
}

/** Publishes a course with another template, as an editor does in the console. */
async function publishTemplate(id: number, from: string, to: string): Promise<void> {
  const { id: published_by } = (await openConsole(academy, 'editor')).member;
  const [before, after] = [from, to].map((course_template) => JSON.stringify({ course_template }));
  const version = {
    kind: 'courses',
    document: String(id),
    before,
    after,
    published_by,
    published_at: sql<Date>`now()`,
  };
  await db.insertInto('content_versions').values(version).execute();
  await db.updateTable('courses').set({ course_template: to }).where('id', '=', id).execute();
}

async function sellAtOffice(batch_id: number) {
  const { id: student_id } = await academy.enrol();
  const line = { type: 'course', id: courses.fire, batches: [{ course_id: courses.fire, batch_id }] };
  const payment = { method: 'cash' };
  const terms = { from_office_seats: false, terms_version: '2026-01' };
  const sale = { student_id, line, price: 5500.5, reason, payment, ...terms };
  const { body } = await accounts.call('POST', '/sales', sale);
  return body.data.order_id as string;
}

/**
 * Moves the fire fighting booking of an order to a more expensive course, for which the office receives the difference.
 */
async function moveToRadar(orderId: string): Promise<void> {
  const registrar = await openConsole(academy, 'registrar');
  const body = { course_id: courses.fire, to_batch_id: batches.radarOpen, refund: 0, due: 3249.59, reason };
  await registrar.call('POST', `/orders/${orderId}/transfer`, body);
  const { data } = (await registrar.call('GET', `/orders/${orderId}`)).body;
  const payment = { method: 'bank', reference: 'UTR 77' };
  await accounts.call('POST', `/orders/${orderId}/due`, { change_id: data.dues[0].change_id, payment, reason });
}

const cancelLine = ({ orderId, lines }: BookedOrder, at: number, refundPaise: number | 'full') =>
  cancel(academy, { orderId, lines: [{ itemId: lines[at % lines.length]?.itemId ?? 0, refundPaise }] });

beforeAll(async () => {
  await db.updateTable('batches').set({ capacity: 500 }).execute();
  await db.updateTable('courses').set({ course_template: 'Pre-Sea Course' }).where('id', '=', courses.radar).execute();
});

const kinds = ['fire', 'both', 'package', 'office', 'moved'] as const;
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  cancelled: fc.constantFrom(null, 'full' as const, 0, 100, 123_456),
  at: fc.nat(1),
  time: fc.constantFrom('2025-12-31 18:29:59Z', '2025-12-31 18:30:00Z', '2026-02-28 18:30:00Z', null),
});

async function play({ kind, cancelled, at, time }: typeof action extends fc.Arbitrary<infer T> ? T : never) {
  if (kind === 'office') {
    const orderId = await sellAtOffice(batches.fireOpen);
    if (cancelled !== null) await cancel(academy, { orderId, lines: 'all' });
    if (time) await postAt(orderId, time);
    return;
  }
  const chosen = {
    fire: batches.fireOpen,
    ...(kind === 'both' || kind === 'package' ? { radar: batches.radarOpen } : {}),
  };
  const booked = await bookOrder(academy, { ...chosen, isPackage: kind === 'package' });
  if (kind === 'moved') await moveToRadar(booked.orderId);
  if (cancelled !== null) await cancelLine(booked, at, cancelled);
  await app.sendRefunds();
  if (time) await postAt(booked.orderId, time);
}

describe('reports of money', () => {
  it('the reports of revenue, GST and refunds equal the ledger to the paisa after random orders, sales, moves and cancellations', async () => {
    console.log(`reports: SEED=${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 6 }), async (actions) => {
        for (const one of actions) await play(one);
        const periods = [
          everything,
          { from: '2026-01-01', to: '2026-01-31' },
          { from: '2026-02-01', to: '2027-12-31' },
        ];
        for (const period of periods) {
          const revenue = 0 - (await ledgerSum('revenue', period));
          for (const kind of ['months', 'courses', 'methods', 'gst'] as const)
            expect([kind, period, totalPaise(await read(kind, period), 'Revenue')]).toEqual([kind, period, revenue]);
          const gst = await read('gst', period);
          const parts = ['Without GST', 'Taxable value', 'CGST', 'SGST'].map((label) => totalPaise(gst, label));
          expect(parts.reduce((sum, paise) => sum + paise, 0)).toBe(revenue);
          const owed = 0 - (await ledgerSum('refunds_payable', { from: '2000-01-01', to: period.to }));
          expect(totalPaise(await read('refunds', period), 'Still owed at the end')).toBe(owed);
        }
        await expectConsistent(academy);
      }),
      { numRuns: process.env.SOAK === '1' ? 200 : 8, seed },
    );
  }, 600_000);

  it('the revenue report assigns a payment in the last second of January in Kolkata to January, and one a second later to February', async () => {
    const before = byName(await read('months'), 'Revenue');
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await postAt(orderId, '2026-01-31 18:29:59Z');
    const { orderId: next } = await bookOrder(academy, { fire: batches.fireOpen });
    await postAt(next, '2026-01-31 18:30:00Z');
    const after = byName(await read('months'), 'Revenue');
    for (const month of [january, february]) expect(toPaise(after[month]) - toPaise(before[month])).toBe(550_050);
  });

  it('the revenue report by course divides the amount of an order among its courses, and assigns a moved booking to its new course', async () => {
    const before = await read('courses');
    const both = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const moved = await bookOrder(academy, { fire: batches.fireOpen });
    await moveToRadar(moved.orderId);
    await cancelLine(both, 0, 100_000);
    const after = await read('courses');
    const change = (label: string, name: string) =>
      toPaise(byName(after, label)[name]) - toPaise(byName(before, label)[name] ?? 0);
    expect(change('Received', 'Fire Fighting')).toBe(550_050);
    expect(change('Refunded', 'Fire Fighting')).toBe(100_000);
    expect(change('Revenue', 'Radar Simulator')).toBe(875_009 + 550_050 + 324_959);
  });

  it('the revenue report by payment method subtracts a refund from the method of the refunded payment', async () => {
    const before = byName(await read('methods'), 'Revenue');
    const orderId = await sellAtOffice(batches.fireOpen);
    await cancel(academy, { orderId, lines: 'all' });
    const kept = await sellAtOffice(batches.fireOpen);
    const after = byName(await read('methods'), 'Revenue');
    expect(kept).not.toBe(orderId);
    expect(toPaise(after['Office: cash']) - toPaise(before['Office: cash'] ?? 0)).toBe(550_050);
  });

  it('the GST report calculates the tax included in the fees, at the rate that the request names', async () => {
    const period = { from: '2026-04-01', to: '2026-04-30' };
    const fire = await bookOrder(academy, { fire: batches.fireOpen });
    const radar = await bookOrder(academy, { radar: batches.radarOpen });
    for (const { orderId } of [fire, radar]) await postAt(orderId, '2026-04-10 06:00:00Z');
    const { columns, rows } = await read('gst', period);
    expect(columns.map(({ label }) => label)).toEqual([
      ...['Month', 'Revenue', 'Without GST', 'Including GST', 'Taxable value', 'CGST', 'SGST'],
    ]);
    // 5,500.50 with 18 % GST included is 4,661.44 plus 839.06 GST.
    expect(rows).toEqual([['2026-04', 14250.59, 8750.09, 5500.5, 4661.44, 419.53, 419.53]]);
    expect((await read('gst', { ...period, gst_rate: 5 })).rows[0]?.slice(-3)).toEqual([5238.57, 130.96, 130.97]);
  });

  it('the GST report of a past month stays the same when a course is removed from a package', async () => {
    const period = { from: '2026-05-01', to: '2026-05-31' };
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true });
    await postAt(orderId, '2026-05-10 06:00:00Z');
    const before = await read('gst', period);
    const [month] = before.rows;
    expect(month?.[2], 'all of the revenue is without GST, because the package has a pre-sea course').toBe(month?.[1]);
    const parts = db.deleteFrom('package_courses').where('course_id', '=', courses.radar);
    const removed = await parts.returningAll().execute();
    onTestFinished(async () => void (await db.insertInto('package_courses').values(removed).execute()));
    expect(removed).not.toEqual([]);
    expect(await read('gst', period)).toEqual(before);
  });

  it('the GST report of a past month stays the same when a course sold in that month later changes to a type with or without GST', async () => {
    const period = { from: '2026-06-01', to: '2026-06-30' };
    const course = await bookOrder(academy, { fire: batches.fireOpen });
    const bundle = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true });
    for (const { orderId } of [course, bundle]) await postAt(orderId, '2026-06-10 06:00:00Z');
    const before = await read('gst', period);
    expect(byName(before, 'Including GST').Total).toBe(5500.5);
    await publishTemplate(courses.fire, 'Value-added Course', 'Pre-Sea Course');
    await publishTemplate(courses.radar, 'Pre-Sea Course', 'Post-Sea Course');
    await publishTemplate(courses.radar, 'Post-Sea Course', 'Value-added Course');
    expect(await read('gst', period)).toEqual(before);

    const { orderId } = await bookOrder(academy, { radar: batches.radarOpen });
    await postAt(orderId, '2026-06-20 06:00:00Z');
    const after = await read('gst', period);
    const added = toPaise(byName(after, 'Including GST').Total) - 550_050;
    expect(added, 'an order after the change has the new template').toBe(875_009);
  });

  it('a payment that leads to no booking appears in the refunds report, but not in the revenue report', async () => {
    const [refunds, courses_] = [await read('refunds'), await read('courses')];
    const student = await academy.enrol();
    await addFire(student);
    const replaced = await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await placeOrder(student);
    await pay(academy, student, replaced);
    const unbooked = 'For payments that booked nothing';
    expect(totalPaise(await read('refunds'), unbooked) - totalPaise(refunds, unbooked)).toBe(550_050);
    expect((await read('courses')).rows).toEqual(courses_.rows);
  });
});

describe('reports of seats and enquiries', () => {
  it('the seats report counts the seats of a published batch in the month of its first day, and lists seats reserved for the office separately', async () => {
    const { rows: expected } = await sql<{ month: string; offered: number; sold: number; kept: number }>`
      select to_char(b.start_date, 'YYYY-MM') as month, sum(b.capacity)::integer as offered,
        sum((select count(*) from enrolments e where e.batch_id = b.id))::integer as sold,
        sum(coalesce((select sum(s.seats) from seat_claims s where s.batch_id = b.id and s.kind = 'office'), 0))::integer as kept
      from batches b where publication = 'published' group by 1`.execute(db);
    for (const seats of ['sold', 'kept'] as const) expect(expected.some((month) => month[seats] > 0)).toBe(true);
    const report = await read('seats');
    for (const { month, offered, sold, kept } of expected) {
      const labels = ['Seats offered', 'Sold', 'Kept for the office', 'Empty'];
      const shown = labels.map((label) => byName(report, label)[month]);
      expect([month, ...shown]).toEqual([month, offered, sold, kept, offered - sold - kept]);
    }
    const byCourse = await read('course-seats');
    expect(byCourse.total.slice(1)).toEqual(report.total.slice(1));
  });

  it('the enquiries report counts an enquiry as booked if its sender, known by session or email address, booked afterwards', async () => {
    const send = (body: object, student_id: string | null = null) =>
      db
        .insertInto('submissions')
        .values({ kind: 'contact', reference: crypto.randomUUID(), body: JSON.stringify(body), student_id })
        .execute();
    const early = await bookOrder(academy, { fire: batches.fireOpen });
    await send({ name: 'Early' }, early.student.id);
    const later = await academy.enrol({ email: 'kiran.later@example.com' });
    await send({ name: 'Kiran', email: 'Kiran.Later@Example.com' });
    await send({ name: 'Nobody', email: 'nobody@example.com' });
    await addFire(later);
    await pay(academy, later, await placeOrder(later));
    const { total, columns } = await read('enquiries');
    expect(columns.map(({ label }) => label)).toEqual([
      ...['Month', 'Enquiries', 'Answered', 'Booked afterwards', 'Booked'],
    ]);
    expect(total).toEqual(['Total', 3, 0, 1, 33.3]);
  });
});

describe('who reads reports', () => {
  it.each([
    ['administrator', 200],
    ['accounts', 200],
    ['auditor', 200],
    ['registrar', 403],
    ['instructor', 403],
    ['editor', 403],
  ] as const)(
    'a request for a report by a staff member with the role %s returns %i',
    async (role: StaffRole, status) => {
      const { call } = await openConsole(academy, role);
      for (const path of ['months', 'months/file'])
        expect((await call('GET', `/reports/${path}?from=2026-01-01&to=2026-01-31`)).status).toBe(status);
    },
  );

  it.each(reportKinds)(
    'the CSV file of the report %s has its column titles, rows and total, and the audit log records the export',
    async (kind) => {
      const { columns, rows, total } = await read(kind);
      const { text } = await accounts.call('GET', `/reports/${kind}/file?${new URLSearchParams(everything)}`);
      const lines = text.replace('\ufeff', '').trim().split('\r\n');
      expect(lines).toHaveLength(rows.length + 2);
      const titles = lines[0]?.split(',') ?? [];
      expect(titles).toHaveLength(columns.length);
      expect(new Set(titles).size, 'no two columns have the same title').toBe(columns.length);
      expect(lines.at(-1)).toBe(total.join(','));
      const audit = db.selectFrom('audit_entries').select('arguments').orderBy('id', 'desc').limit(1);
      const entry = audit.where('command', '=', `export report ${kind}`);
      expect((await entry.executeTakeFirstOrThrow()).arguments).toMatchObject({ ...everything, rows: rows.length });
    },
  );

  it.each([
    ['that ends before it begins', '2026-02-01', '2026-01-31'],
    ['of more than ten years', '2016-01-01', '2026-12-31'],
    ['with a day that does not exist', '2026-02-30', '2026-03-31'],
  ])('a report for an invalid period (one %s) is refused', async (_, from, to) => {
    expect((await accounts.call('GET', `/reports/months?from=${from}&to=${to}`)).status).toBe(400);
  });
});
