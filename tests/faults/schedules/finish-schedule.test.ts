import process from 'node:process';
import { afterAll, expect, it, vi } from 'vitest';
import { minute } from '../../support/clock.ts';
import { findViolations } from '../invariants/find-violations.ts';
import { readStoredRows } from '../invariants/stored-rows.ts';
import { FaultTestBed } from './fault-test-bed.ts';
import { finishSchedule } from './finish-schedule.ts';
import { Player } from './player.ts';
import type { Action, PlainAction } from './schedule.ts';
import { StudentCalls } from './student-calls.ts';

const longest = 30_000;
const rounds = process.env.SOAK ? 5 : 2;
vi.mock('node:timers/promises', async (original) => {
  const { fastTimers } = await import('./fast-timers.ts');
  return fastTimers(await original<typeof import('node:timers/promises')>());
});

const testBed = await FaultTestBed.open();
afterAll(() => testBed.stop());

const withoutFault = (plainAction: PlainAction): Action => ({ ...plainAction, on: 0, isBehind: false, fault: null });

async function begin() {
  const students = await testBed.begin([4, 4, 4, 4, 4, 4], 1);
  const studentCalls = new StudentCalls(students, testBed.provider, () => {});
  const player = new Player(testBed, studentCalls, () => {});
  const play = async (...plainActions: PlainAction[]) => {
    for (const plainAction of plainActions) {
      await player.play(withoutFault(plainAction));
      await player.ended(longest);
    }
  };
  const settle = async () => {
    await finishSchedule(testBed, player, studentCalls, 'approved');
    return findViolations(await readStoredRows(testBed.db), studentCalls.evidence);
  };
  return { play, player, settle };
}

const paid: PlainAction = { do: 'pay', nth: 0, as: 'approved', isDouble: true };

/** Delays the database statement that closes a payment attempt, after the payment has been recorded. */
const slowClose = { on: 'database', at: 7, side: 'before', dies: false, slow: 1_000 } as const;

it('at the end of a random fault test, a double payment is refunded even if the server is still applying the first payment', {
  timeout: 60_000,
}, async () => {
  const { play, player, settle } = await begin();
  await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, paid, paid);
  await player.play({ ...withoutFault({ do: 'deliver', nth: 0, times: 1, hoursLate: 0 }), fault: slowClose });
  expect(await settle()).toEqual([]);
  const { orders, refunds } = await readStoredRows(testBed.db);
  expect([orders.map(({ state }) => state), refunds.map(({ state }) => state)]).toEqual([['completed'], ['settled']]);
});

it('finishing a random fault test leaves consistent data even after PostgreSQL has closed all connections', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const { play, settle } = await begin();
    await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, paid, { do: 'restart database' });
    expect(await settle()).toEqual([]);
  }
});

it('the simulated payment provider refuses a payment if its session has ended in the database but is still open at the provider', async () => {
  const { play } = await begin();
  await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, { do: 'age', minutes: 26 });
  const [order] = testBed.provider.orders.values();
  if (!order) throw new Error('no order at the provider');
  // Simulates a session that was opened while the time advanced, so it ends later at the provider than in the database.
  order.expiresAt += 26 * minute;
  await play(paid);
  expect(order.payments).toEqual([]);
}, 60_000);
