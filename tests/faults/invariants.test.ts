import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readBooks } from './books.ts';
import type { Evidence } from './evidence.ts';
import { FaultLane } from './fault-lane.ts';
import { findViolations, invariantNames } from './find-violations.ts';
import { type Plant, plants } from './planted-violations.ts';
import { playSchedule, Tally } from './run-schedule.ts';
import type { Action, Deed } from './schedule.ts';

const lane = await FaultLane.open();
afterAll(() => lane.stop());

const plainly = (deed: Deed): Action => ({ ...deed, on: 0, isBehind: false, fault: null });
const paid = { as: 'approved', isDouble: false } as const;

/** One student books, one pays too late and has the money back, one only looks. */
const deeds: Deed[] = [
  { do: 'submit', who: 0 },
  { do: 'pay', nth: 0, ...paid },
  { do: 'recheck', who: 0, nth: null },
  { do: 'submit', who: 1 },
  { do: 'pay', nth: 0, as: 'pending', isDouble: false },
  { do: 'age', minutes: 26 },
  { do: 'submit', who: 2 },
  { do: 'pay', nth: 0, ...paid },
  { do: 'run', chore: 'payments' },
  { do: 'add', who: 2, what: 3 },
  { do: 'submit', who: 3 },
];
const schedule = {
  capacities: [2, 2, 1, 2, 2, 2],
  carts: [[0], [2], [2], [3]],
  actions: deeds.map(plainly),
  ending: 'approved' as const,
};
const evidence = await playSchedule(lane, schedule, new Tally());

class TakenBack extends Error {}

/** What is found once the plant is in; everything is as before afterwards. */
async function findPlanted({ sql: statements, see }: Plant): Promise<string[]> {
  const seen: Evidence = structuredClone(evidence);
  see?.(seen);
  let found: string[] = [];
  const planting = lane.db.transaction().execute(async (tx) => {
    if (statements) await sql.raw(`do $plant$ begin ${statements}; end $plant$`).execute(tx);
    found = findViolations(await readBooks(tx), seen);
    throw new TakenBack();
  });
  await expect(planting).rejects.toThrow(TakenBack);
  return found;
}

describe('the invariants', () => {
  it('hold where nothing went wrong, over an academy in which everything happened', async () => {
    const books = await readBooks(lane.db);
    expect(findViolations(books, evidence)).toEqual([]);
    expect(new Set(books.orders.map(({ state }) => state))).toEqual(new Set(['completed', 'refunded', 'expired']));
  });

  it('are each broken on purpose below', () => {
    expect(invariantNames.filter((name) => !plants.some(({ invariant }) => invariant === name))).toEqual([]);
  });

  it.each(plants)('$invariant names $what', async (plant) => {
    const found = await findPlanted(plant);
    expect(found.filter((line) => line.startsWith(`${plant.invariant}:`))).not.toEqual([]);
  });
});
