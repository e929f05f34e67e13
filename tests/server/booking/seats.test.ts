import { sql, type Transaction } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { seats } from '../../../server/booking/seats.ts';
import type { Database } from '../../../server/db/schema.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent } from '../../support/student.ts';
import { batches, seedAcademy } from './academy-seed.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const student = await createStudent(db);
const firstStart = '2026-03-11';
const { fireOpen, fireSeven, fireFull, fireClosed, fireToday, radarSeven } = batches;

type Work<T> = (tx: Transaction<Database>) => Promise<T>;
const within = <T>(work: Work<T>) => db.transaction().execute(work);
const open = (ids: number[], isPatient = true) => within((tx) => seats.open(tx, ids, firstStart, isPatient));
let made = 0;

/** An order that holds seats, or whose hold has expired. */
async function hold(batch_id: number, count: number, isExpired = false): Promise<string> {
  const id = `LF-2026-9${String(made++).padStart(5, '0')}`;
  const money = { subtotal_paise: 0, discount_paise: 0, total_paise: 0 };
  const terms = { terms_version: '1', terms_accepted_at: new Date() };
  await db
    .insertInto('orders')
    .values({ id, student_id: student.id, state: 'declined', ...money, ...terms })
    .execute();
  const expires_at = new Date(Date.now() + (isExpired ? -1_000 : 600_000));
  await db
    .insertInto('seat_claims')
    .values({ batch_id, order_id: id, kind: 'hold', seats: count, expires_at })
    .execute();
  await seats.taking([{ batch_id, seats: count }]).execute(db);
  return id;
}

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

describe('open batches', () => {
  it('tell what they have left, and why nobody can book them', async () => {
    await hold(fireSeven, 3);
    expect(await open([fireSeven, fireFull, fireClosed, fireToday])).toEqual([
      { batch_id: fireSeven, free: 4, trouble: null },
      { batch_id: fireFull, free: 0, trouble: null },
      { batch_id: fireClosed, free: 30, trouble: 'closed' },
      { batch_id: fireToday, free: 30, trouble: 'started' },
    ]);
  });

  it('get back what expired holds kept, and nothing else', async () => {
    await hold(fireSeven, 2);
    await hold(fireSeven, 1, true);
    await hold(fireSeven, 2, true);
    const elsewhere = await hold(radarSeven, 1, true);
    expect(await open([fireSeven])).toEqual([{ batch_id: fireSeven, free: 5, trouble: null }]);
    expect(await takenOf(fireSeven)).toBe(2);
    expect(await claimsOf(elsewhere)).toHaveLength(1);
  });

  it('are locked until the transaction ends, and left out by those who do not wait', async () => {
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

  it('do not keep carts from naming them', async () => {
    await within(async (tx) => {
      await seats.open(tx, [fireOpen], firstStart, true);
      const named = sql`select id from batches where id = ${fireOpen} for key share nowait`.execute(db);
      expect((await named).rows).toHaveLength(1);
    });
  });
});

it('are never more than the capacity, whatever was reckoned', async () => {
  const taking = seats.taking([{ batch_id: fireSeven, seats: 8 }]).execute(db);
  await expect(taking).rejects.toMatchObject({ code: '23514' });
  expect(await takenOf(fireSeven)).toBe(0);
});

describe('booking', () => {
  it('turns holds into bookings, expired ones too while nobody has taken them', async () => {
    const id = await hold(fireSeven, 2, true);
    const demand = [{ batch_id: fireSeven, seats: 2 }];
    expect(await within((tx) => seats.book(tx, id, demand, firstStart))).toBe(true);
    expect(await claimsOf(id)).toEqual([{ batch_id: fireSeven, kind: 'booking', seats: 2 }]);
    expect(await takenOf(fireSeven)).toBe(2);
  });

  it('takes again what was lost, or gives back all', async () => {
    const id = await hold(fireSeven, 1);
    const both = [
      { batch_id: fireSeven, seats: 1 },
      { batch_id: radarSeven, seats: 7 },
    ];
    await hold(radarSeven, 1);
    expect(await within((tx) => seats.book(tx, id, both, firstStart))).toBe(false);
    expect(await claimsOf(id)).toEqual([]);
    expect([await takenOf(fireSeven), await takenOf(radarSeven)]).toEqual([0, 1]);
    const one = [{ batch_id: fireSeven, seats: 1 }];
    expect(await within((tx) => seats.book(tx, id, one, firstStart))).toBe(true);
    expect(await claimsOf(id)).toEqual([{ batch_id: fireSeven, kind: 'booking', seats: 1 }]);
  });

  it('takes no seat of a batch that was closed meanwhile', async () => {
    const id = await hold(fireSeven, 1);
    await within((tx) => seats.release(tx, id));
    expect(await within((tx) => seats.book(tx, id, [{ batch_id: fireClosed, seats: 1 }], firstStart))).toBe(false);
    expect(await claimsOf(id)).toEqual([]);
  });
});
