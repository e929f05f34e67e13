import { readBooks } from './books.ts';
import type { Evidence } from './evidence.ts';
import type { FaultLane } from './fault-lane.ts';
import { findViolations } from './find-violations.ts';
import { Player } from './player.ts';
import type { Schedule } from './schedule.ts';
import { settleWorld } from './settle-world.ts';
import { Witness } from './witness.ts';

/** How often each thing happened, over all schedules. */
export class Tally {
  readonly counts = new Map<string, number>();

  readonly count = (happening: string): void => {
    this.counts.set(happening, (this.counts.get(happening) ?? 0) + 1);
  };

  toString(): string {
    const lines = [...this.counts].sort(([one], [other]) => one.localeCompare(other));
    return lines.map(([happening, count]) => `${String(count).padStart(7)}  ${happening}`).join('\n');
  }
}

/** Plays a schedule on an empty academy and lets the world settle; answers what the world saw. */
export async function playSchedule(lane: FaultLane, schedule: Schedule, tally: Tally): Promise<Evidence> {
  const students = await lane.begin(schedule.capacities, schedule.carts.length);
  const witness = new Witness(students, lane.world, tally.count);
  const player = new Player(lane, witness, tally.count);
  for (const [who, cart] of schedule.carts.entries())
    for (const what of cart) await player.play({ do: 'add', who, what, on: 0, isBehind: false, fault: null });
  for (const action of schedule.actions) await player.play(action);
  await settleWorld(lane, player, witness, schedule.ending);
  if (lane.world.ended > 0) tally.count('order ended at the provider');
  return witness.evidence;
}

/** Plays a schedule and names what does not hold afterwards. */
export async function runSchedule(lane: FaultLane, schedule: Schedule, tally: Tally): Promise<string[]> {
  const evidence = await playSchedule(lane, schedule, tally);
  const books = await readBooks(lane.db);
  for (const { state } of books.orders) tally.count(`order ended ${state}`);
  return findViolations(books, evidence);
}
