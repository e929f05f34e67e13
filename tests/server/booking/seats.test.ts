import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { releaseOffersInSql, seats } from '../../../server/booking/seats.repo.ts';
import type { Tx } from '../../../server/db/schema.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent } from '../../support/student.ts';
import { batches, courses, seedAcademy } from './academy-seed.ts';
import { insertHold } from './seat-holds.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const student = await createStudent(db);
const firstStart = '2026-03-11';
const { fireOpen, fireSeven, fireFull, fireClosed, fireToday, radarSeven } = batches;

type Work<T> = (tx: Tx) => Promise<T>;
const within = <T>(work: Work<T>) => db.transaction().execute(work);
const open = (ids: number[], isPatient = true) => within((tx) => seats.open(tx, ids, firstStart, isPatient));
/** An order that holds seats for ten minutes, or whose seat hold has expired. */
const hold = (batchId: number, count: number, isExpired = false) =>
  insertHold(db, { studentId: student.id, batchId, seats: count, expiresInMs: isExpired ? -1_000 : 600_000 });

const takenOf = async (id: number) =>
  (await db.selectFrom('batches').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken;
const claimsOf = (order_id: string) =>
  db.selectFrom('seat_claims').select(['batch_id', 'kind', 'seats']).where('order_id', '=', order_id).execute();

afterEach(async () => {
  const wrong = await sql`select b.id from batches b left join seat_claims s on s.batch_id = b.id
    group by b.id having b.taken <> coalesce(sum(s.seats), 0)`.execute(db);
  expect(wrong.rows).toEqual([]);
  await db.deleteFrom('seat_claims').where('kind', '<>', 'office').execute();
  await db.updateTable('batches').set({ taken: 0 }).where('id', '<>', fireFull).execute();
});

/** Seconds until the seat hold of an order expires. */
async function secondsLeft(orderId: string): Promise<number> {
  const { seconds } = await db
    .selectFrom('seat_claims')
    .select(sql<number>`extract(epoch from expires_at - now())::float`.as('seconds'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return seconds;
}

describe('extending holds', () => {
  it('seats.extend extends a seat hold that would end before the requested time, even an expired one', async () => {
    for (const isExpired of [false, true]) {
      const id = await hold(fireSeven, 1, isExpired);
      await within((tx) => seats.extend(tx, id, 900));
      expect(await secondsLeft(id)).toBeGreaterThan(890);
    }
  });

  it('seats.extend does not shorten a seat hold that lasts longer than the requested time', async () => {
    const id = await hold(fireSeven, 1);
    await within((tx) => seats.extend(tx, id, 60));
    expect(await secondsLeft(id)).toBeGreaterThan(500);
  });
});

describe('opening batches', () => {
  it('seats.open returns the free seats of each batch, and says if a batch is closed or has started', async () => {
    await hold(fireSeven, 3);
    expect(await open([fireSeven, fireFull, fireClosed, fireToday])).toEqual([
      { batch_id: fireSeven, capacity: 7, free: 4, trouble: null },
      { batch_id: fireFull, capacity: 2, free: 0, trouble: null },
      { batch_id: fireClosed, capacity: 30, free: 30, trouble: 'closed' },
      { batch_id: fireToday, capacity: 30, free: 30, trouble: 'started' },
    ]);
  });

  it('seats.open releases expired seat holds in the given batches only', async () => {
    await hold(fireSeven, 2);
    await hold(fireSeven, 1, true);
    await hold(fireSeven, 2, true);
    const elsewhere = await hold(radarSeven, 1, true);
    expect(await open([fireSeven])).toEqual([{ batch_id: fireSeven, capacity: 7, free: 5, trouble: null }]);
    expect(await takenOf(fireSeven)).toBe(2);
    expect(await claimsOf(elsewhere)).toHaveLength(1);
  });

  it('seats.open locks batches until its transaction ends, and skips batches locked by other transactions if it must not wait', async () => {
    await within(async (tx) => {
      await seats.open(tx, [fireSeven], firstStart, true);
      expect((await open([fireOpen, fireSeven], false)).map((one) => one.batch_id)).toEqual([fireOpen]);
      const waiting = within(async (other) => {
        await sql`set local lock_timeout = 50`.execute(other);
        return seats.open(other, [fireSeven], firstStart, true);
      });
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
    });
    expect((await open([fireSeven], false)).map((one) => one.batch_id)).toEqual([fireSeven]);
  });

  it('seats.open releases a seat hold at the moment at which it expires', async () => {
    const id = await hold(fireSeven, 2);
    // Within a transaction, PostgreSQL's now() is always the time at which the transaction began.
    const opened = await within(async (tx) => {
      await sql`update seat_claims set expires_at = now() where order_id = ${id}`.execute(tx);
      return seats.open(tx, [fireSeven], firstStart, true);
    });
    expect(opened).toMatchObject([{ free: 7 }]);
    expect(await claimsOf(id)).toEqual([]);
  });

  it('seats.lock locks the given batches and the batches in which the given order has seats, but no others', async () => {
    const [id] = [await hold(radarSeven, 1), await hold(fireSeven, 1)];
    await within(async (tx) => {
      await seats.lock(tx, [fireOpen], id);
      const unlocked = await open([fireOpen, fireSeven, radarSeven], false);
      expect(unlocked.map((one) => one.batch_id)).toEqual([fireSeven]);
    });
  });

  it('students can add a batch to their carts while seats.open has it locked', async () => {
    await within(async (tx) => {
      await seats.open(tx, [fireOpen], firstStart, true);
      // Inserting a cart row takes this key-share lock on the batch, because of the foreign key.
      const keyShare = sql`select id from batches where id = ${fireOpen} for key share nowait`.execute(db);
      expect((await keyShare).rows).toHaveLength(1);
    });
  });
});

describe('bookings of a completed order', () => {
  const demand = (batch_id: number, count: number) => [{ batch_id, seats: count }];
  async function book(batchId: number, count: number) {
    const id = await hold(batchId, count);
    await within((tx) => seats.book(tx, id, demand(batchId, count), firstStart));
    return id;
  }

  it('seats.releaseBookings releases one seat at a time, and throws once the order has no booked seat in the batch', async () => {
    const [id, other] = [await book(fireSeven, 2), await book(fireSeven, 1)];
    const release = () => within((tx) => seats.releaseBookings(tx, id, [fireSeven]));
    await release();
    expect([await claimsOf(id), await takenOf(fireSeven)]).toMatchObject([[{ seats: 1 }], 2]);
    await release();
    expect([await claimsOf(id), await takenOf(fireSeven)]).toEqual([[], 1]);
    await expect(release()).rejects.toThrow(`order ${id} has no booked seat in batch ${fireSeven}`);
    expect(await claimsOf(other)).toMatchObject([{ kind: 'booking', seats: 1 }]);
  });

  it('seats.releaseBookings does not release a seat that is only held, or that is booked in another batch', async () => {
    const id = await hold(fireSeven, 1);
    for (const batchId of [fireSeven, radarSeven])
      await expect(within((tx) => seats.releaseBookings(tx, id, [batchId]))).rejects.toThrow('no booked seat');
    expect(await takenOf(fireSeven)).toBe(1);
  });

  it('seats.addBookings takes seats and adds them to those that the order has already booked in the batch', async () => {
    const id = await book(fireSeven, 1);
    await within((tx) => seats.addBookings(tx, id, [...demand(fireSeven, 2), ...demand(radarSeven, 1)]));
    expect(await claimsOf(id)).toEqual([
      { batch_id: fireSeven, kind: 'booking', seats: 3 },
      { batch_id: radarSeven, kind: 'booking', seats: 1 },
    ]);
    expect([await takenOf(fireSeven), await takenOf(radarSeven)]).toEqual([3, 1]);
  });

  it('seats.extend changes the seat holds of one order only, and never a booking', async () => {
    const [booked, other] = [await book(fireSeven, 1), await hold(fireSeven, 1)];
    const id = await hold(radarSeven, 1);
    for (const orderId of [booked, id]) await within((tx) => seats.extend(tx, orderId, 5_000));
    expect(await secondsLeft(id)).toBeGreaterThan(4_990);
    expect(await secondsLeft(other)).toBeLessThan(601);
    const claim = db.selectFrom('seat_claims').select('expires_at').where('order_id', '=', booked);
    expect(await claim.execute()).toEqual([{ expires_at: null }]);
  });

  it('seats.release releases the seats of one order in all its batches and leaves those of other orders', async () => {
    const [id, other] = [await hold(fireSeven, 2), await hold(fireSeven, 3)];
    await within((tx) => seats.addBookings(tx, id, demand(radarSeven, 1)));
    await within((tx) => seats.release(tx, id));
    expect([await takenOf(fireSeven), await takenOf(radarSeven)]).toEqual([3, 0]);
    expect(await claimsOf(other)).toHaveLength(1);
  });
});

describe('seats kept for the office', () => {
  it('seats.releaseOfficeSeat releases one seat reserved for office sales at a time, and returns false when none is left', async () => {
    await db
      .insertInto('seat_claims')
      .values([
        { batch_id: fireSeven, kind: 'office', seats: 2 },
        { batch_id: fireSeven, kind: 'office', seats: 1 },
      ])
      .execute();
    await db.updateTable('batches').set({ taken: 3 }).where('id', '=', fireSeven).execute();
    const held = await hold(fireSeven, 1);
    const released: Array<[boolean, number]> = [];
    for (let times = 0; times < 4; times++)
      released.push([await within((tx) => seats.releaseOfficeSeat(tx, fireSeven)), await takenOf(fireSeven)]);
    expect(released).toEqual([
      [true, 3],
      [true, 2],
      [true, 1],
      [false, 1],
    ]);
    expect(await claimsOf(held)).toHaveLength(1);
    const elsewhere = db.selectFrom('seat_claims').select('seats').where('batch_id', '=', fireFull);
    expect(await elsewhere.execute()).toEqual([{ seats: 2 }]);
  });
});

it('seats.open reports a batch as started only if it starts before the first day that can be booked', async () => {
  const troubles = async (start: string) =>
    (await within((tx) => seats.open(tx, [fireSeven], start, true)))[0]?.trouble;
  expect(await troubles('2026-04-11')).toBeNull();
  expect(await troubles('2026-04-12')).toBe('started');
});

it('the database rejects taking more seats than the capacity of a batch', async () => {
  const taken = seats.takeSql([{ batch_id: fireSeven, seats: 8 }]).execute(db);
  await expect(taken).rejects.toMatchObject({ code: '23514' });
  expect(await takenOf(fireSeven)).toBe(0);
});

describe('booking seats', () => {
  it('seats.book turns seat holds into bookings, even expired ones whose seats nobody else has taken', async () => {
    const id = await hold(fireSeven, 2, true);
    const demand = [{ batch_id: fireSeven, seats: 2 }];
    expect(await within((tx) => seats.book(tx, id, demand, firstStart))).toBe(true);
    expect(await claimsOf(id)).toEqual([{ batch_id: fireSeven, kind: 'booking', seats: 2 }]);
    expect(await takenOf(fireSeven)).toBe(2);
  });

  it('seats.book books free seats for an order without a seat hold, but releases all seats of the order if one batch is full', async () => {
    const id = await hold(fireSeven, 1);
    const both = [
      { batch_id: fireSeven, seats: 1 },
      { batch_id: radarSeven, seats: 7 },
    ];
    await hold(radarSeven, 1);
    expect(await within((tx) => seats.book(tx, id, both, firstStart))).toBe(false);
    expect(await claimsOf(id)).toEqual([]);
    expect([await takenOf(fireSeven), await takenOf(radarSeven)]).toEqual([0, 1]);
    expect(await within((tx) => seats.book(tx, id, both, firstStart))).toBe(false);
    expect([await takenOf(fireSeven), await takenOf(radarSeven)]).toEqual([0, 1]);
    const one = [{ batch_id: fireSeven, seats: 1 }];
    expect(await within((tx) => seats.book(tx, id, one, firstStart))).toBe(true);
    expect(await claimsOf(id)).toEqual([{ batch_id: fireSeven, kind: 'booking', seats: 1 }]);
  });

  it('seats.book can book all free seats of a batch, and gives the booking the creation time of the order', async () => {
    const id = await hold(fireSeven, 1);
    await within((tx) => seats.release(tx, id));
    const created_at = new Date('2026-03-01T00:00:00Z');
    await db.updateTable('orders').set({ created_at }).where('id', '=', id).execute();
    const all = [{ batch_id: fireSeven, seats: 7 }];
    expect(await within((tx) => seats.book(tx, id, all, firstStart))).toBe(true);
    const claim = db.selectFrom('seat_claims').select(['kind', 'seats', 'created_at']).where('order_id', '=', id);
    expect(await claim.execute()).toEqual([{ kind: 'booking', seats: 7, created_at }]);
    expect(await takenOf(fireSeven)).toBe(7);
  });

  it('seats.book takes no seat of a closed batch', async () => {
    const id = await hold(fireSeven, 1);
    await within((tx) => seats.release(tx, id));
    expect(await within((tx) => seats.book(tx, id, [{ batch_id: fireClosed, seats: 1 }], firstStart))).toBe(false);
    expect(await claimsOf(id)).toEqual([]);
  });
});

describe('seats offered from a waiting list', () => {
  const gone = { state: 'ended' as const, end_reason: 'left' as const, ended_at: new Date(), offer_until: null };
  afterEach(async () => {
    await db.updateTable('waiting_entries').set(gone).where('state', '=', 'offered').execute();
  });

  /** Creates a student to whom a waiting list offers a seat of a batch. The offer holds the seat. */
  async function offer(batchId: number) {
    const { id: student_id } = await createStudent(db);
    const until = new Date(Date.now() + 600_000);
    const { id } = await db
      .insertInto('waiting_entries')
      .values({
        ...{ student_id, course_id: courses.fire, batch_ids: [batchId] },
        ...{ state: 'offered', offered_at: new Date(), offer_until: until },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('waiting_entry_batches')
      .values({ entry_id: id, course_id: courses.fire, batch_id: batchId })
      .execute();
    await seats.takeSql([{ batch_id: batchId, seats: 1 }]).execute(db);
    await seats.offerSql(id).execute(db);
    return { entryId: id, studentId: student_id };
  }
  const offersIn = async () =>
    (
      await db
        .selectFrom('seat_claims')
        .select(['waiting_entry_id', 'batch_id', 'kind', 'seats'])
        .where('waiting_entry_id', 'is not', null)
        .orderBy('waiting_entry_id')
        .execute()
    ).map(({ waiting_entry_id, ...claim }) => ({ entryId: waiting_entry_id, ...claim }));
  const heldIn = (batch_id: number, { entryId }: { entryId: number }) => ({
    ...{ entryId, batch_id, kind: 'hold', seats: 1 },
  });

  it('seats.withdrawSql releases only the seats that are offered to the named waiting list entries', async () => {
    const [one, other] = [await offer(fireSeven), await offer(fireSeven)];
    expect(await offersIn()).toEqual([heldIn(fireSeven, one), heldIn(fireSeven, other)]);
    await seats.withdrawSql([one.entryId]).execute(db);
    expect(await offersIn()).toEqual([heldIn(fireSeven, other)]);
    expect(await takenOf(fireSeven)).toBe(1);
  });

  it('releaseOffersInSql releases only the seats of the given batch that are offered to students on its waiting list', async () => {
    const [, other] = [await offer(fireSeven), await offer(fireOpen)];
    const held = await hold(fireSeven, 2);
    await releaseOffersInSql(fireSeven).execute(db);
    expect(await offersIn()).toEqual([heldIn(fireOpen, other)]);
    expect(await claimsOf(held)).toMatchObject([{ seats: 2 }]);
    expect([await takenOf(fireSeven), await takenOf(fireOpen)]).toEqual([2, 1]);
  });

  it('seats.offersSql and seats.offeredBatchIdsSql return only the open seat offers of the given students', async () => {
    const [one] = [await offer(fireSeven), await offer(fireOpen)];
    const { rows: offers } = await seats.offersSql([one.studentId]).execute(db);
    expect(offers).toEqual([
      { student_id: one.studentId, entry_id: one.entryId, batch_id: fireSeven, is_held: true, is_reserved: false },
    ]);
    const ids = async () => (await seats.offeredBatchIdsSql([one.studentId]).execute(db)).rows;
    expect(await ids()).toEqual([{ batch_id: fireSeven }]);
    await db
      .updateTable('waiting_entries')
      .set({ offer_until: new Date(Date.now() - 1000) })
      .where('id', '=', one.entryId)
      .execute();
    expect((await seats.offersSql([one.studentId]).execute(db)).rows).toEqual([]);
    await db.updateTable('waiting_entries').set(gone).where('id', '=', one.entryId).execute();
    expect(await ids()).toEqual([]);
  });

  it('seats.acceptSql stores the order id in the given waiting list entries, but not in an entry that has ended', async () => {
    const [one, other, ended] = [await offer(fireSeven), await offer(fireSeven), await offer(fireSeven)];
    await db.updateTable('waiting_entries').set(gone).where('id', '=', ended.entryId).execute();
    const orderId = await hold(fireSeven, 1);
    const accepted = [one, ended].map(({ entryId }) => ({ entryId, orderId }));
    await seats.acceptSql(accepted).execute(db);
    const entries = db.selectFrom('waiting_entries').select(['id', 'order_id']);
    const ids = [one, other, ended].map(({ entryId }) => entryId);
    expect(await entries.where('id', 'in', ids).orderBy('id').execute()).toEqual([
      { id: one.entryId, order_id: orderId },
      { id: other.entryId, order_id: null },
      { id: ended.entryId, order_id: null },
    ]);
  });
});
