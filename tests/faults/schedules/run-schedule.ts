import type { Evidence } from '../invariants/evidence.ts';
import { findViolations } from '../invariants/find-violations.ts';
import { readStoredRows, type StoredRows } from '../invariants/stored-rows.ts';
import type { FaultTestBed } from './fault-test-bed.ts';
import { finishSchedule } from './finish-schedule.ts';
import { Player } from './player.ts';
import type { Schedule } from './schedule.ts';
import { StudentCalls } from './student-calls.ts';

/** Counts how often each kind of event occurs in all random sequences together. */
export class Tally {
  readonly counts = new Map<string, number>();

  readonly count = (event: string): void => {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1);
  };

  toString(): string {
    const lines = [...this.counts].sort(([one], [other]) => one.localeCompare(other));
    return lines.map(([event, count]) => `${String(count).padStart(7)}  ${event}`).join('\n');
  }
}

/**
 * Plays a random sequence of events on a database without orders, then repairs all faults and finishes work in
 * progress. Returns what the students, the payment provider and the mailboxes saw.
 */
export async function playSchedule(testBed: FaultTestBed, schedule: Schedule, tally: Tally): Promise<Evidence> {
  const students = await testBed.begin(schedule.capacities, schedule.carts.length);
  const studentCalls = new StudentCalls(students, testBed.provider, tally.count);
  const player = new Player(testBed, studentCalls, tally.count);
  for (const [who, cart] of schedule.carts.entries())
    for (const what of cart) await player.play({ do: 'add', who, what, on: 0, isBehind: false, fault: null });
  for (const action of schedule.actions) await player.play(action);
  await finishSchedule(testBed, player, studentCalls, schedule.ending);
  if (testBed.provider.ended > 0) tally.count('order ended at the provider');
  return studentCalls.evidence;
}

/** Counts what became of the places in waiting lists. */
export function countPlaces({ entries }: StoredRows, tally: Tally): void {
  for (const { state, end } of entries) tally.count(`place ended ${end ?? state}`);
}

/** Plays a random sequence of events and returns the violations of invariants that are found afterwards. */
export async function runSchedule(testBed: FaultTestBed, schedule: Schedule, tally: Tally): Promise<string[]> {
  const evidence = await playSchedule(testBed, schedule, tally);
  const stored = await readStoredRows(testBed.db);
  for (const { state } of stored.orders) tally.count(`order ended ${state}`);
  countPlaces(stored, tally);
  return findViolations(stored, evidence);
}
