import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import type { RaceLine, RacePlan } from './race-plan.ts';
import type { RaceAnswer } from './race-track.ts';

type BatchEnd = { id: number; capacity: number; taken: number; claimed: number };
export type RaceEnd = { oversold: number; placed: number; refused: number; complaints: string[] };

async function readBatches(db: Kysely<Database>, ids: number[]): Promise<Map<number, BatchEnd>> {
  const { rows } = await sql<BatchEnd>`
    select b.id, b.capacity, b.taken, coalesce(sum(s.seats), 0)::integer as claimed
    from batches b left join seat_claims s on s.batch_id = b.id where b.id = any(${ids}::integer[]) group by b.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Claims by order, each as `batch:seats`. */
async function readClaims(db: Kysely<Database>): Promise<Map<string, string>> {
  const { rows } = await sql<{ order_id: string; claims: string }>`
    select order_id, string_agg(batch_id || ':' || seats, ' ' order by batch_id) as claims
    from seat_claims where order_id is not null group by order_id`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row.claims]));
}

const wantedBatches = (lines: readonly RaceLine[]) =>
  lines.flatMap(({ chosen }) => chosen.map(([, batch]) => batch)).sort((a, b) => a - b);

/** What a client's answers come to: its order, null where it was refused for want of seats, undefined for anything else. */
function outcomeOf({ answers }: RaceAnswer): string | null | undefined {
  const outcomes = answers.map(({ status, body }) => {
    const { order_id, code } = JSON.parse(body) as { order_id?: string; code?: string };
    return status === 200 ? order_id : code === 'BATCH_FULL' ? null : undefined;
  });
  return new Set(outcomes).size === 1 ? outcomes[0] : undefined;
}

/**
 * Holds a race's end against its rules: no batch has more claims than seats, counters equal rows, whoever was answered an
 * order has all its seats and nobody else has any, and nobody was refused who could have had what they wanted.
 */
export async function judgeRace(
  db: Kysely<Database>,
  plan: RacePlan,
  answers: readonly RaceAnswer[],
): Promise<RaceEnd> {
  const batches = await readBatches(db, [...plan.capacities.keys()]);
  const claims = await readClaims(db);
  const end: RaceEnd = { oversold: 0, placed: 0, refused: 0, complaints: [] };
  for (const { id, capacity, taken, claimed } of batches.values()) {
    end.oversold += Math.max(0, claimed - capacity);
    if (taken !== claimed) end.complaints.push(`batch ${id} counts ${taken} and has ${claimed}`);
  }
  const hasRoom = (id: number) => {
    const batch = batches.get(id);
    return batch !== undefined && batch.claimed < batch.capacity;
  };
  for (const answer of answers) {
    const wanted = wantedBatches(answer.client.lines);
    const order = outcomeOf(answer);
    if (order === undefined) end.complaints.push(`answers: ${answer.answers.map(({ body }) => body).join(' and ')}`);
    else if (order === null) {
      end.refused += 1;
      if (wanted.every(hasRoom)) end.complaints.push(`refused although ${wanted.join(' and ')} had room`);
    } else {
      end.placed += 1;
      const kept = claims.get(order);
      if (kept !== wanted.map((id) => `${id}:1`).join(' '))
        end.complaints.push(`${order} wanted ${wanted}, has ${kept}`);
      claims.delete(order);
    }
  }
  for (const [order, kept] of claims) end.complaints.push(`${order} has ${kept} and was answered to nobody`);
  return end;
}
