import process from 'node:process';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { seats } from '../../../../../server/booking/seats.repo.ts';
import type { OpenBatch } from '../../../../../server/db/available-seats.ts';
import type { Seats } from '../../../../../server/orders/order-deps.ts';
import { checkRace, type RaceEnd } from './check-race.ts';
import { planRace } from './plan-race.ts';
import { RaceServers } from './run-race.ts';

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = isSoak ? 200 : 20;
const most = 500;
/**
 * The number of clients in a round: the most in the first round and in every round of a soak run, fewer in the others.
 */
const clientsOf = (round: number) => (isSoak || round === 0 ? most : 8 + ((round * 7) % 40));

/**
 * How long the test without locks pauses between reading and taking seats, so that transactions overlap on any machine.
 */
const overlapMs = 50;

/** Reads the free seats of batches without locking them, then pauses. */
const openUnlocked = (batchIds: RawBuilder<unknown>) => sql<OpenBatch>`
  with seen as materialized (
    select id as batch_id, capacity - taken as free, null as trouble from batches where id = any(${batchIds})
  ), waited as materialized (select pg_sleep(${overlapMs / 1000}) from (select count(*) from seen) counted)
  select seen.* from seen, waited`;

const unlocked: Seats = {
  ...seats,
  open: async (tx, batchIds) => (await openUnlocked(sql`${batchIds}::integer[]`).execute(tx)).rows,
  openSql: openUnlocked,
};

const track = await RaceServers.open(most);
const unguarded = await RaceServers.open(60, { seats: unlocked });

async function race(on: RaceServers, round: number, clients: number): Promise<RaceEnd & { seed: number }> {
  const plan = planRace(seed + round, clients);
  return { seed: plan.seed, ...(await checkRace(on.db, plan, await on.run(plan))) };
}

const timeout = isSoak ? 3_600_000 : 300_000;

it('concurrent random orders at two servers oversell no batch, and no order is rejected while seats are free', {
  timeout,
}, async () => {
  let [placed, refused] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const end = await race(track, round, clientsOf(round));
    expect(end).toMatchObject({ seed: seed + round, oversold: 0, problems: [] });
    placed += end.placed;
    refused += end.refused;
  }
  console.log(
    `${rounds} races of up to ${most} clients at two servers, SEED=${seed}: ${placed} placed, ${refused} rejected`,
  );
  expect(Math.min(placed, refused)).toBeGreaterThan(rounds);
});

it('the race test notices overselling: without row locks and CHECK constraint, concurrent orders oversell a batch', {
  timeout: 300_000,
}, async () => {
  await sql`do $$ declare guard text; begin
    for guard in select conname from pg_constraint
      where conrelid = 'batches'::regclass and pg_get_constraintdef(oid) like '%taken%'
    loop execute format('alter table batches drop constraint %I', guard); end loop; end $$`.execute(unguarded.db);
  let oversold = 0;
  for (let round = 0; round < 20 && oversold === 0; round++) oversold += (await race(unguarded, round, 60)).oversold;
  expect(oversold).toBeGreaterThan(0);
});
