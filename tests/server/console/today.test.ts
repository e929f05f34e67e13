import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../contract/days.ts';
import { type StaffRole, staffRoles } from '../../../contract/staff/permissions.ts';
import type { AttentionKind, Today } from '../../../contract/staff/today.ts';
import { batchNeeds } from '../../../server/console/today.routes.ts';
import { today } from '../../../server/http/clock.ts';
import { hire } from '../../support/staff.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { bookOrder, cancel, transfer } from '../orders/changes/booked-order.ts';
import { addCourse, addFire, orderFire, pay, placeOrder } from '../orders/ordering.ts';

const academy = await openAcademy();
const { app, db, clock } = academy;
// Set the test's clock to the real time, because orders and ledger entries get their times from the database.
clock.advance(Date.now() - clock.now());
const day = today(clock);
const instructor = await hire(academy, 'instructor');
const later = addDays(day, 60);
await db
  .updateTable('batches')
  .set({ start_date: later, end_date: addDays(later, 2) })
  .execute();

async function readToday(role: StaffRole): Promise<Today> {
  const { headers } = await hire(academy, role);
  const response = await app.server.inject({ method: 'GET', url: '/api/staff/today', headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}
const countOf = async (kind: AttentionKind) =>
  (await readToday('administrator')).attention.find((one) => one.kind === kind)?.count;

async function orderRadar() {
  const student = await academy.enrol();
  await addCourse(student, courses.radar, batches.radarOpen);
  return { student, created: await placeOrder(student) };
}

async function buyFire(): Promise<string> {
  const student = await academy.enrol();
  await addFire(student);
  const created = await placeOrder(student);
  await pay(academy, student, created);
  return created.order_id;
}

/** Moves an order and its ledger entries to a time of the academy, such as `2026-03-09 23:59`. */
async function moveTo(orderId: string, time: string): Promise<void> {
  const at = sql<Date>`(${time}::timestamp at time zone 'Asia/Kolkata')`;
  await db.updateTable('orders').set({ completed_at: at }).where('id', '=', orderId).execute();
  await db.updateTable('ledger_entries').set({ at }).where('order_id', '=', orderId).execute();
}

describe('the figures of Today', () => {
  it('the daily revenue on the staff’s Today page is the ledger’s revenue minus refunds, for days in the academy’s time zone', async () => {
    const first = await buyFire();
    await moveTo(first, `${addDays(day, -1)} 23:59`);
    await moveTo(await buyFire(), `${day} 00:00`);
    await moveTo(await buyFire(), `${addDays(day, -29)} 00:00`);
    await moveTo(await buyFire(), `${addDays(day, -30)} 23:59`);
    await db
      .insertInto('ledger_entries')
      .values([
        { order_id: first, account: 'revenue', amount_paise: 33, source: 'refund:part', at: new Date(clock.now()) },
        {
          order_id: first,
          account: 'refunds_payable',
          amount_paise: -33,
          source: 'refund:part',
          at: new Date(clock.now()),
        },
      ])
      .execute();
    const { days } = await readToday('accounts');
    expect(days).toHaveLength(30);
    const total = (days ?? []).reduce((paise, { revenue }) => paise + Math.round(revenue * 100), 0);
    const { rows } = await sql<{ paise: number }>`select -sum(amount_paise)::bigint as paise from ledger_entries
      where account = 'revenue' and to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') > ${addDays(day, -30)}`.execute(
      db,
    );
    expect(total).toBe(rows[0]?.paise);
    expect(total).toBe(3 * 550_050 - 33);
    const withOrders = days?.filter(({ orders }) => orders > 0);
    expect(withOrders).toEqual([
      { day: addDays(day, -29), orders: 1, revenue: 5500.5 },
      { day: addDays(day, -1), orders: 1, revenue: 5500.5 },
      { day, orders: 1, revenue: 5500.17 },
    ]);
  });

  it('the staff’s Today page lists published batches that start within 30 days, with their numbers of sold and held seats', async () => {
    await db
      .updateTable('batches')
      .set({ start_date: addDays(day, 3), end_date: addDays(day, 5) })
      .where('id', '=', batches.fireSeven)
      .execute();
    await db
      .updateTable('batches')
      .set({ start_date: addDays(day, 30), end_date: addDays(day, 32) })
      .where('id', '=', batches.radarOpen)
      .execute();
    await db
      .updateTable('batches')
      .set({ start_date: addDays(day, 4), end_date: addDays(day, 5), publication: 'draft' })
      .where('id', '=', batches.radarSeven)
      .execute();
    await orderFire(academy, batches.fireSeven);
    const { batches: coming, attention } = await readToday('editor');
    expect(coming).toEqual([
      {
        ...{ id: batches.fireSeven, course_name: expect.any(String), start_date: addDays(day, 3), capacity: 7 },
        ...{ sold: 0, office: 0, held: 1, attention: 'nearlyEmpty' },
      },
    ]);
    expect(attention).toEqual([
      { kind: 'batchesNearlyFull', count: 0 },
      { kind: 'batchesNearlyEmpty', count: 1 },
      { kind: 'batchesManyHolds', count: 0 },
    ]);
  });

  it('the staff’s Today page lists at most 500 batches, but counts all nearly empty batches', async () => {
    const course = db.selectFrom('batches').select('course_id').where('id', '=', batches.fireSeven);
    const { course_id } = await course.executeTakeFirstOrThrow();
    await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
      select 700000 + n, ${course_id}, ${addDays(day, 6)}, ${addDays(day, 7)}, 'open', 10
      from generate_series(1, 600) n`.execute(db);
    const { batches: coming, attention } = await readToday('editor');
    await db.deleteFrom('batches').where('id', '>', 700_000).execute();
    expect(coming?.length).toBe(500);
    expect(coming?.[0]).toMatchObject({ id: batches.fireSeven });
    expect(attention).toContainEqual({ kind: 'batchesNearlyEmpty', count: 601 });
  });
});

describe('what needs attention', () => {
  const batch = { start_date: addDays(day, 20), capacity: 24, sold: 10, free: 14, isOpen: true };

  it('the staff’s Today page counts an open batch as nearly full if at most a tenth of its seats, or a single seat, is free', () => {
    expect(batchNeeds({ ...batch, sold: 22, free: 2 }, day)).toBe('nearlyFull');
    expect(batchNeeds({ ...batch, sold: 21, free: 3 }, day)).toBeNull();
    expect(batchNeeds({ ...batch, sold: 24, free: 0 }, day)).toBeNull();
    expect(batchNeeds({ ...batch, sold: 22, free: 2, isOpen: false }, day)).toBeNull();
    expect(batchNeeds({ ...batch, capacity: 6, sold: 5, free: 1 }, day)).toBe('nearlyFull');
  });

  it('the staff’s Today page counts a batch as nearly empty if less than a quarter of its seats is sold two weeks before the start', () => {
    const soon = { ...batch, start_date: addDays(day, 14) };
    expect(batchNeeds({ ...soon, sold: 5, free: 19 }, day)).toBe('nearlyEmpty');
    expect(batchNeeds({ ...soon, sold: 6, free: 18 }, day)).toBeNull();
    expect(batchNeeds({ ...soon, start_date: addDays(day, 15), sold: 0, free: 24 }, day)).toBeNull();
  });

  it('the staff’s Today page counts a batch as nearly empty even if seats are reserved for the office', async () => {
    const soon = { start_date: addDays(day, 5), end_date: addDays(day, 6) };
    const set = { ...soon, capacity: 8, taken: 6, publication: 'published' as const, status: 'open' as const };
    await db.deleteFrom('seat_claims').where('batch_id', '=', batches.radarSeven).execute();
    await db.updateTable('batches').set(set).where('id', '=', batches.radarSeven).execute();
    await db.insertInto('seat_claims').values({ batch_id: batches.radarSeven, kind: 'office', seats: 6 }).execute();
    const { batches: coming } = await readToday('editor');
    expect(coming?.find(({ id }) => id === batches.radarSeven)).toMatchObject({
      ...{ sold: 0, office: 6, held: 0, attention: 'nearlyEmpty' },
    });
  });

  it('the staff’s Today page lists a batch with many seats held by unpaid orders, even if the batch starts in 200 days', async () => {
    const far = addDays(day, 200);
    const set = {
      start_date: far,
      end_date: far,
      capacity: 8,
      publication: 'published' as const,
      status: 'open' as const,
    };
    await db.updateTable('batches').set(set).where('id', '=', batches.radarOpen).execute();
    const orders = [];
    for (let seat = 0; seat < 3; seat += 1) orders.push(await orderRadar());
    const held = { id: batches.radarOpen, start_date: far, capacity: 8, held: 3 };
    expect((await readToday('editor')).many_holds).toMatchObject([held]);
    expect(await countOf('batchesManyHolds')).toBe(1);
    for (const { student, created } of orders) await pay(academy, student, created);
    expect((await readToday('editor')).many_holds).toEqual([]);
  });

  it('the staff’s Today page counts payments that have been pending for more than an hour, even if their orders are declined', async () => {
    const { created } = await orderFire(academy);
    const [payment_id, attempt_id] = ['pending-1', created.attempt_id];
    await db
      .insertInto('provider_payments')
      .values({ provider: 'sandbox', payment_id, attempt_id, outcome: 'pending', amount_paise: 550_050 })
      .execute();
    expect(await countOf('paymentsPending')).toBe(0);
    await sql`update payment_attempts set created_at = now() - interval '61 minutes' where id = ${attempt_id}`.execute(
      db,
    );
    expect(await countOf('paymentsPending')).toBe(1);
    await db.updateTable('orders').set({ state: 'declined' }).where('id', '=', created.order_id).execute();
    expect(await countOf('paymentsPending')).toBe(1);
  });

  it('the staff’s Today page counts an order with an unpaid price difference, but no longer once the booking is cancelled', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireOpen });
    expect(await countOf('amountsDue')).toBe(0);
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen, duePaise: 100 });
    expect(await countOf('amountsDue')).toBe(1);
    await cancel(academy, { orderId, lines: [{ itemId: lines[0]?.itemId ?? 0, refundPaise: 0 }] });
    expect(await countOf('amountsDue')).toBe(0);
  });

  it('the staff’s Today page counts as undelivered the emails that have finally failed or have waited for an hour', async () => {
    const email = { recipient: 'asha@example.com', subject: 'Hello', body: 'Hello' };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const before = (await countOf('emailsUndelivered')) ?? 0;
    await db
      .insertInto('mail_outbox')
      .values([
        { ...email, dedupe_key: 'given-up', state: 'dead', created_at: ago(1) },
        { ...email, dedupe_key: 'long-ago', state: 'dead', created_at: ago(31 * 1440) },
        { ...email, dedupe_key: 'waiting', state: 'waiting', created_at: ago(61) },
        { ...email, dedupe_key: 'new', state: 'waiting', created_at: ago(1) },
        { ...email, dedupe_key: 'sent', state: 'sent', body: '', sent_at: ago(60), created_at: ago(61) },
      ])
      .execute();
    expect(await countOf('emailsUndelivered')).toBe(before + 2);
  });

  it('the staff’s Today page counts unanswered enquiries and unanswered grievances separately', async () => {
    const sent = (kind: 'contact' | 'grievance', state: 'received' | 'in_work' | 'answered', number: number) => ({
      ...{ kind, state, reference: `T-${number}`, body: JSON.stringify({ message: 'Hello' }) },
    });
    await db
      .insertInto('submissions')
      .values([
        ...[sent('contact', 'received', 1), sent('contact', 'in_work', 2), sent('contact', 'answered', 3)],
        sent('grievance', 'received', 4),
      ])
      .execute();
    expect(await countOf('enquiriesOpen')).toBe(2);
    expect(await countOf('grievancesOpen')).toBe(1);
  });

  it('the staff’s Today page counts an unsettled refund either as “on its way” or as “to be paid by hand”', async () => {
    const orderId = await buyFire();
    const { attempt_id, payment_id, provider } = await db
      .selectFrom('provider_payments')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'provider_payments.attempt_id')
      .select(['attempt_id', 'payment_id', 'provider_payments.provider'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const refund = {
      id: 'REFUND1',
      order_id: orderId,
      attempt_id,
      provider,
      payment_id,
      amount_paise: 100,
      reason: 'test',
    };
    await db.insertInto('refunds').values(refund).execute();
    expect([await countOf('refundsOnTheWay'), await countOf('refundsByHand')]).toEqual([1, 0]);
    await db.updateTable('refunds').set({ state: 'failed', next_try_at: null }).where('id', '=', 'REFUND1').execute();
    expect([await countOf('refundsOnTheWay'), await countOf('refundsByHand')]).toEqual([0, 1]);
    const ofOffice = { state: 'requested', provider: 'office', next_try_at: new Date() } as const;
    await db.updateTable('refunds').set(ofOffice).where('id', '=', 'REFUND1').execute();
    expect([await countOf('refundsOnTheWay'), await countOf('refundsByHand')]).toEqual([0, 1]);
    await db.updateTable('refunds').set({ state: 'settled', next_try_at: null }).where('id', '=', 'REFUND1').execute();
    expect([await countOf('refundsOnTheWay'), await countOf('refundsByHand')]).toEqual([0, 0]);
  });
});

describe('the sessions of an instructor', () => {
  const read = async () => {
    const { headers } = instructor;
    return (await app.server.inject({ method: 'GET', url: '/api/staff/today', headers })).json().data as Today;
  };

  it('the staff’s Today page lists no sessions for an instructor whose account is not linked to the list of instructors', async () => {
    expect((await read()).teaching).toEqual({ is_connected: false, sessions: [] });
  });

  it('the staff’s Today page lists an instructor’s own sessions of the next 14 days, without sessions of cancelled batches', async () => {
    await db.insertInto('instructors').values({ id: 'rao', name: 'Capt. Rao' }).execute();
    await db.updateTable('staff_members').set({ instructor_id: 'rao' }).where('id', '=', instructor.id).execute();
    const plan = async (id: number, change: { start_date: string; publication?: 'cancelled' }) => {
      const set = { instructor_id: 'rao', end_date: addDays(change.start_date, 2), ...change };
      await db.updateTable('batches').set(set).where('id', '=', id).execute();
    };
    await plan(batches.fireOpen, { start_date: addDays(day, -1) });
    await plan(batches.firstAidOpen, { start_date: addDays(day, 13) });
    await plan(batches.radarOpen, { start_date: day, publication: 'cancelled' });
    const time = { start_time: '09:00', end_time: '12:30' };
    const sessions = [-1, 0, 1].map((after) => ({ batch_id: batches.fireOpen, day: addDays(day, after), ...time }));
    await db.insertInto('batch_sessions').values(sessions).execute();
    const { teaching } = await read();
    expect(teaching?.is_connected).toBe(true);
    expect(teaching?.sessions.map(({ batch_id, day: on, start_time }) => [batch_id, on, start_time])).toEqual([
      [batches.fireOpen, day, '09:00'],
      [batches.fireOpen, addDays(day, 1), '09:00'],
      [batches.firstAidOpen, addDays(day, 13), null],
    ]);
    expect((await readToday('registrar')).teaching).toBeNull();
  });
});

it.each(staffRoles)(
  'the staff’s Today page shows a staff member with the role %s only what the role’s permissions allow',
  async (role) => {
    const { attention, days, batches: coming } = await readToday(role);
    const kinds = attention.map(({ kind }) => kind);
    const seesAll = role === 'administrator' || role === 'auditor';
    expect(days !== null).toBe(seesAll || role === 'registrar' || role === 'accounts');
    expect(coming !== null).toBe(role !== 'instructor');
    expect(kinds.includes('documentsWaiting')).toBe(seesAll || role === 'registrar');
    expect(kinds.includes('refundsByHand')).toBe(seesAll || role === 'registrar' || role === 'accounts');
    expect(kinds.includes('amountsDue')).toBe(seesAll || role === 'registrar' || role === 'accounts');
    if (role === 'instructor') expect(kinds).toEqual([]);
  },
);
