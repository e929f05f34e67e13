import { availableParallelism, loadavg } from 'node:os';
import process from 'node:process';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../server/db/schema.ts';
import { checkShop, ShopLoad, waitForMail } from './shop-load.ts';

const soakRounds = 25;
export const killTimeout = 180_000 + (process.env.SOAK ? soakRounds : 3) * 60_000;
const buyersARound = 120;
/**
 * A killed process must be ready again within this many milliseconds. The limit is high, to detect only a process that
 * hangs, because this test shares the machine with other load. `npm run bench:api` checks the product's real limit of 5
 * seconds.
 */
const readyWithinMs = 120_000;
/** The system's load average of the last minute, per processor core. */
const loadPerCore = () => (loadavg()[0] ?? 0) / availableParallelism();

/** Kills a process and starts it again. Returns what was killed, and after how many milliseconds it was ready again. */
type Kill = (round: number) => Promise<{ victim: string; readyMs: number }>;

/**
 * Calls `kill` again and again while students order and pay. Before each call, waits until the server has confirmed
 * some more bookings. In the end, the database must contain everything that the server has confirmed. `sample` is the
 * number of kills; `npm run soak` makes more.
 */
export async function surviveKills(
  title: string,
  { db, address, sample }: { db: Kysely<Database>; address: string; sample: number },
  kill: Kill,
): Promise<void> {
  const rounds = process.env.SOAK ? soakRounds : sample;
  const load = await ShopLoad.begin(db, address, rounds * buyersARound);
  const kills: string[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await load.booked(10 + ((round * 7) % 23));
    const { victim, readyMs } = await kill(round);
    kills.push(`${victim} ${(readyMs / 1000).toFixed(1)}`);
    times.push(readyMs);
  }
  await load.booked(5);
  await load.end();
  await waitForMail(db);
  const { calls, seenCompleted } = load.evidence;
  console.log(
    `${title}: ${rounds} kills, ${calls.length} calls, ${seenCompleted.size} bookings acknowledged; ` +
      `seconds until ready: ${kills.join(', ')}; load average per core ${loadPerCore().toFixed(1)}`,
  );
  expect(await checkShop(db, load.evidence)).toEqual([]);
  expect(Math.max(...times)).toBeLessThan(readyWithinMs);
}
