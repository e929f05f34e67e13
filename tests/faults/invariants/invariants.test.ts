import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { FaultTestBed } from '../schedules/fault-test-bed.ts';
import { playSchedule, Tally } from '../schedules/run-schedule.ts';
import type { Action, PlainAction } from '../schedules/schedule.ts';
import type { Evidence } from './evidence.ts';
import { findViolations, invariantNames } from './find-violations.ts';
import { type Plant, plants } from './planted-violations.ts';
import { readStoredRows } from './stored-rows.ts';

const testBed = await FaultTestBed.open();
afterAll(() => testBed.stop());

const withoutFault = (plainAction: PlainAction): Action => ({ ...plainAction, on: 0, isBehind: false, fault: null });
const paid = { as: 'approved', isDouble: false } as const;

/**
 * Two students book, and one of them then adds a course. One student pays too late and is refunded. One order expires.
 */
const plainActions: PlainAction[] = [
  { do: 'submit', who: 0 },
  { do: 'pay', nth: 0, ...paid },
  { do: 'recheck', who: 0, nth: null },
  { do: 'submit', who: 1 },
  { do: 'pay', nth: 0, as: 'pending', isDouble: false },
  { do: 'age', minutes: 26 },
  { do: 'submit', who: 2 },
  { do: 'pay', nth: 0, ...paid },
  { do: 'run', job: 'payments' },
  { do: 'add', who: 2, what: 3 },
  { do: 'submit', who: 3 },
];
const schedule = {
  capacities: [2, 2, 1, 2, 2, 2],
  carts: [[0], [2], [2], [3]],
  actions: plainActions.map(withoutFault),
  ending: 'approved' as const,
};
const evidence = await playSchedule(testBed, schedule, new Tally());

class RolledBack extends Error {}

/** Breaks an invariant in a transaction that is rolled back, and returns the violations that were found. */
async function findPlanted({ sql: statements, see }: Plant): Promise<string[]> {
  const seen: Evidence = structuredClone(evidence);
  see?.(seen);
  let found: string[] = [];
  const planting = testBed.db.transaction().execute(async (tx) => {
    if (statements) await sql.raw(`do $plant$ begin ${statements}; end $plant$`).execute(tx);
    found = findViolations(await readStoredRows(tx), seen);
    throw new RolledBack();
  });
  await expect(planting).rejects.toThrow(RolledBack);
  return found;
}

describe('the invariants', () => {
  it('findViolations, which checks stored orders, seats and money, reports nothing for completed, refunded and expired orders', async () => {
    const stored = await readStoredRows(testBed.db);
    expect(findViolations(stored, evidence)).toEqual([]);
    expect(new Set(stored.orders.map(({ state }) => state))).toEqual(new Set(['completed', 'refunded', 'expired']));
  });

  it('every invariant that findViolations checks is tested with at least one violation made on purpose', () => {
    expect(invariantNames.filter((name) => !plants.some(({ invariant }) => invariant === name))).toEqual([]);
  });

  it.each(plants)('findViolations reports that the invariant $invariant is violated by $what', async (plant) => {
    const found = await findPlanted(plant);
    expect(found.filter((line) => line.startsWith(`${plant.invariant}:`))).not.toEqual([]);
  });
});
