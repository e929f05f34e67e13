import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { consistencyChecks } from '../../../../server/composition/consistency-checks.ts';
import type { ConsistencyCheck } from '../../../../server/db/consistency-check.ts';
import { root } from '../../../repository/source-files.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, type Created, pressPaymentButton, recheckOrder } from '../../orders/ordering.ts';
import { countAudit, readAudit, staffOf } from '../staff.ts';
import { barriers, type MadeOrders, makeOrders, plantedDifferences } from './planted-differences.ts';

const academy = await openAcademy();
const { db, url, enrol } = academy;
const landfall = staffOf(url);
const reconcile = (...words: string[]) => landfall('seats', 'reconcile', ...words);

/** One order each that is completed, waiting for payment, declined, and due for refund, made by calls of the API. */
const made = {} as MadeOrders;

beforeAll(async () => {
  Object.assign(made, await makeOrders(academy));
});

const healthy = { code: 0, out: 'no differences\n', err: '' };

const planted = plantedDifferences(made);

describe('reconcile', () => {
  it('“landfall seats reconcile” reports nothing if the data is consistent', async () => {
    expect(await reconcile()).toEqual(healthy);
  });

  it('every check of “landfall seats reconcile” is tested with inconsistent data that the check must find', () => {
    const names = consistencyChecks.map(({ name }) => name);
    expect(planted.map(({ check }) => check)).toEqual(names);
  });

  it.each(planted)(
    'the check “$check” of “landfall seats reconcile” finds inconsistent data',
    async ({ check, plant, says }) => {
      const { query } = consistencyChecks.find(({ name }) => name === check) as ConsistencyCheck;
      const tx = await db.startTransaction().execute();
      try {
        await barriers.execute(tx);
        expect((await query.execute(tx)).rows).toEqual([]);
        await plant(tx);
        const { rows } = await query.execute(tx);
        expect(rows.map(({ about, text }) => `${about}: ${text}`).join('\n')).toContain(says());
      } finally {
        await tx.rollback().execute();
      }
    },
  );

  it('“landfall seats reconcile” does not report an expired seat hold while a payment of the order is pending', async () => {
    const hold = planted.find(({ check }) => check === 'expired hold');
    const check = consistencyChecks.find(({ name }) => name === 'expired hold');
    const tx = await db.startTransaction().execute();
    try {
      await hold?.plant(tx);
      await sql`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
        values ('sandbox', 'pending', ${made.waiting.attempt_id}, 'pending', 1425059)`.execute(tx);
      expect((await check?.query.execute(tx))?.rows).toEqual([]);
      await sql`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
        values ('sandbox', 'pending', ${made.waiting.attempt_id}, 'declined', 1425059)`.execute(tx);
      expect((await check?.query.execute(tx))?.rows).toHaveLength(1);
    } finally {
      await tx.rollback().execute();
    }
  });

  it('the table in docs/staff-commands.md lists every check of “landfall seats reconcile” exactly once', async () => {
    const text = await readFile(join(root, 'docs/staff-commands.md'), 'utf8');
    const [, rows = ''] = /^\| It prints .*\n.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
    const named = rows.split('\n').flatMap((row) => row.split('|')[1]?.match(/(?<=`)[a-z ]+(?=`)/g) ?? []);
    expect(named.filter((name) => name.trim()).sort()).toEqual(consistencyChecks.map(({ name }) => name).sort());
  });

  it('“landfall seats reconcile” prints every inconsistency in the data and exits with code 1', async () => {
    await sql`update batches set taken = taken + 2 where id = ${batches.firstAidOpen}`.execute(db);
    await sql`update orders set total_paise = total_paise + 1, subtotal_paise = subtotal_paise + 1
      where id = ${made.waiting.order_id}`.execute(db);
    try {
      expect(await reconcile()).toEqual({
        code: 1,
        out: `counter          batch 21: its counter says 2, its claims add up to 0
total            order ${made.waiting.order_id}: costs 14250.60, its items 14250.59
2 differences
`,
        err: '',
      });
    } finally {
      await sql`update orders set total_paise = total_paise - 1, subtotal_paise = subtotal_paise - 1
        where id = ${made.waiting.order_id}`.execute(db);
    }
  });
});

describe('reconcile --fix', () => {
  const counters = () => db.selectFrom('batches').select(['id', 'taken']).orderBy('id').execute();

  it('“landfall seats reconcile --fix --dry-run” changes nothing', async () => {
    const before = await counters();
    const { code, out } = await reconcile('--fix', '--dry-run');
    expect(code).toBe(1);
    expect(out).toContain('batch 21: counter 2 before, 0 now');
    expect(out).toContain('1 difference\n');
    expect(await counters()).toEqual(before);
    expect(await countAudit(db)).toBe(0);
  });

  it('“landfall seats reconcile --fix” corrects a batch’s count of taken seats and adds an audit entry', async () => {
    await sql`update batches set taken = 0 where id = ${batches.radarOpen}`.execute(db);
    const { code, out } = await reconcile('--fix');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'batch 11: counter 0 before, 1 now\nbatch 21: counter 2 before, 0 now\nno differences\n',
    });
    expect(await readAudit(db)).toMatchObject([
      {
        command: 'seats reconcile',
        arguments: { fix: true },
        before: [
          { batch_id: 11, taken: 0 },
          { batch_id: 21, taken: 2 },
        ],
        after: [
          { batch_id: 11, taken: 1 },
          { batch_id: 21, taken: 0 },
        ],
      },
    ]);
    expect((await reconcile('--fix')).out).toBe('no counter to correct\nno differences\n');
    expect(await countAudit(db)).toBe(1);
  });

  it('“landfall seats reconcile --fix” corrects the wrong seat count of a batch that is exactly full', async () => {
    const office = { batch_id: batches.firstAidOpen, kind: 'office' as const, seats: 30 };
    await db.insertInto('seat_claims').values(office).execute();
    expect(await reconcile('--fix')).toMatchObject({
      code: 0,
      out: 'batch 21: counter 0 before, 30 now\nno differences\n',
    });
    await db.deleteFrom('seat_claims').where('batch_id', '=', batches.firstAidOpen).execute();
    await reconcile('--fix');
  });

  it('“landfall seats reconcile --fix” does not change the seat count of an oversold batch, but reports the batch', async () => {
    const office = { batch_id: batches.firstAidOpen, kind: 'office' as const, seats: 31 };
    await db.insertInto('seat_claims').values(office).execute();
    const { code, out } = await reconcile('--fix');
    expect(code).toBe(1);
    expect(out).toContain('batch 21: left as it is, 31 of 30 seats claimed');
    expect(out).toContain('oversold         batch 21: 31 of 30 seats claimed');
    await db.deleteFrom('seat_claims').where('batch_id', '=', batches.firstAidOpen).execute();
    expect(await reconcile()).toEqual(healthy);
  });

  it('“landfall seats reconcile --fix” finds no inconsistent data while 24 students order at the same time and payments succeed or are declined', async () => {
    const students = await Promise.all(Array.from({ length: 24 }, () => enrol()));
    let isOver = false;
    const orders = students.map(async (student, n) => {
      await addFire(student, batches.fireSeven);
      const query = new URLSearchParams({ id: student.id, redirect_url: 'http://localhost/done' });
      const response = await student.send('POST', `/api/orders/create?${query}`);
      if (response.statusCode !== 200) return;
      const created: Created = response.json();
      await pressPaymentButton(academy, created, n % 2 === 0 ? 'pay' : 'decline');
      await recheckOrder(student, created.attempt_id);
    });
    const ordering = Promise.all(orders).finally(() => {
      isOver = true;
    });
    const found: string[] = [];
    do {
      found.push((await reconcile(...(found.length % 2 === 0 ? ['--fix'] : []))).out);
    } while (!isOver);
    await ordering;
    expect(new Set(found.map((out) => out.replace('no counter to correct\n', '')))).toEqual(
      new Set(['no differences\n']),
    );
    expect(await reconcile()).toEqual(healthy);
  });
});
