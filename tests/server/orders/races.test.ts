import process from 'node:process';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { seats } from '../../../server/booking/seats.ts';
import type { OpenBatch, Seats } from '../../../server/orders/order-parts.ts';
import { judgeRace, type RaceEnd } from './race-judge.ts';
import { planRace } from './race-plan.ts';
import { RaceTrack } from './race-track.ts';

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = 200;
/** Outside a soak the races end after so many milliseconds, but not before so many rounds. */
const sample = { lasts: 90_000, rounds: 30 };
const most = 500;
/** Some rounds have all clients; the others, but in a soak, are small. */
const clientsOf = (round: number) => (isSoak || round % 25 === 0 ? most : 8 + ((round * 7) % 40));

/** Milliseconds that the control waits between looking and taking, so that sets meet whatever the machine does. */
const hesitation = 50;

/** Looks at the batches, takes its time, and locks nothing. */
const unlocking = (batchIds: RawBuilder<unknown>) => sql<OpenBatch>`
  with seen as materialized (
    select id as batch_id, capacity - taken as free, null as trouble from batches where id = any(${batchIds})
  ), waited as materialized (select pg_sleep(${hesitation / 1000}) from (select count(*) from seen) counted)
  select seen.* from seen, waited`;

/** Seats whose batches nobody locks. */
const unlocked: Seats = {
  ...seats,
  open: async (tx, batchIds) => (await unlocking(sql`${batchIds}::integer[]`).execute(tx)).rows,
  opening: unlocking,
};

const track = await RaceTrack.open(most);
const unguarded = await RaceTrack.open(60, { seats: unlocked });

async function race(on: RaceTrack, round: number, clients: number): Promise<RaceEnd & { seed: number }> {
  const plan = planRace(seed + round, clients);
  return { seed: plan.seed, ...(await judgeRace(on.db, plan, await on.run(plan))) };
}

it('oversells nothing and sells every seat that can be sold', { timeout: isSoak ? 3_600_000 : 900_000 }, async () => {
  let [placed, refused, round] = [0, 0, 0];
  const begun = performance.now();
  const isEnough = () => !isSoak && round >= sample.rounds && performance.now() - begun > sample.lasts;
  for (; round < rounds && !isEnough(); round++) {
    const end = await race(track, round, clientsOf(round));
    expect(end).toMatchObject({ seed: seed + round, oversold: 0, complaints: [] });
    placed += end.placed;
    refused += end.refused;
  }
  console.log(
    `${round} races of up to ${most} clients at two processes, SEED=${seed}: ${placed} placed, ${refused} refused`,
  );
  expect(Math.min(placed, refused)).toBeGreaterThan(round);
});

it('oversells in the same races without the lock and without the check', { timeout: 300_000 }, async () => {
  await sql`do $$ declare guard text; begin
    for guard in select conname from pg_constraint
      where conrelid = 'batches'::regclass and pg_get_constraintdef(oid) like '%taken%'
    loop execute format('alter table batches drop constraint %I', guard); end loop; end $$`.execute(unguarded.db);
  let oversold = 0;
  for (let round = 0; round < 20 && oversold === 0; round++) oversold += (await race(unguarded, round, 60)).oversold;
  expect(oversold).toBeGreaterThan(0);
});
