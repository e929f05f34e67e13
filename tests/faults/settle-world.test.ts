import { afterAll, expect, it, vi } from 'vitest';
import { minute } from '../support/clock.ts';
import { readBooks } from './books.ts';
import { FaultLane } from './fault-lane.ts';
import { findViolations } from './find-violations.ts';
import { Player } from './player.ts';
import type { Action, Deed } from './schedule.ts';
import { settleWorld } from './settle-world.ts';
import { Witness } from './witness.ts';

const longest = 30_000;
/** A webhook is answered after 80 ms although its news is still being applied. */
const hurry = 25;
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  return {
    ...real,
    setTimeout: (ms: number, value: unknown, options: object) => real.setTimeout(ms / hurry, value, options),
  };
});

const lane = await FaultLane.open();
afterAll(() => lane.stop());

const plainly = (deed: Deed): Action => ({ ...deed, on: 0, isBehind: false, fault: null });

async function begin() {
  const students = await lane.begin([4, 4, 4, 4, 4, 4], 1);
  const witness = new Witness(students, lane.world, () => {});
  const player = new Player(lane, witness, () => {});
  const play = async (...deeds: Deed[]) => {
    for (const deed of deeds) {
      await player.play(plainly(deed));
      await player.ended(longest);
    }
  };
  const settle = async () => {
    await settleWorld(lane, player, witness, 'approved');
    return findViolations(await readBooks(lane.db), witness.evidence);
  };
  return { play, player, settle };
}

const paid: Deed = { do: 'pay', nth: 0, as: 'approved', isDouble: true };

/** The statement that closes the attempt, a payment of which is recorded already, is slow. */
const slowly = { on: 'database', at: 7, side: 'before', dies: false, slow: 1_000 } as const;

it('sends back what was paid twice, also where the first payment is still being applied when the end begins', {
  timeout: 60_000,
}, async () => {
  const { play, player, settle } = await begin();
  await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, paid, paid);
  await player.play({ ...plainly({ do: 'deliver', nth: 0, times: 1, hoursLate: 0 }), fault: slowly });
  expect(await settle()).toEqual([]);
  const { orders, refunds } = await readBooks(lane.db);
  expect([orders.map(({ state }) => state), refunds.map(({ state }) => state)]).toEqual([['completed'], ['settled']]);
});

it('lets no connection that PostgreSQL ended surprise anybody afterwards', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 5; round++) {
    const { play, settle } = await begin();
    await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, paid, { do: 'restart database' });
    expect(await settle()).toEqual([]);
  }
});

it('lets nobody pay at the provider when our session is over, whatever its order was told meanwhile', async () => {
  const { play } = await begin();
  await play({ do: 'add', who: 0, what: 0 }, { do: 'submit', who: 0 }, { do: 'age', minutes: 26 });
  const [order] = lane.world.orders.values();
  if (!order) throw new Error('no order at the provider');
  // As if the call that opened it had been under way when time passed.
  order.expiresAt += 26 * minute;
  await play(paid);
  expect(order.payments).toEqual([]);
}, 60_000);
