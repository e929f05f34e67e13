import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../../server/db/schema.ts';
import type { RaceLine, RacePlan } from './plan-race.ts';
import type { RaceResponse } from './run-race.ts';

type BatchEnd = { id: number; capacity: number; taken: number; claimed: number };
export type RaceEnd = { oversold: number; placed: number; refused: number; problems: string[] };

async function readBatches(db: Kysely<Database>, ids: number[]): Promise<Map<number, BatchEnd>> {
  const { rows } = await sql<BatchEnd>`
    select b.id, b.capacity, b.taken, coalesce(sum(s.seats), 0)::integer as claimed
    from batches b left join seat_claims s on s.batch_id = b.id where b.id = any(${ids}::integer[]) group by b.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the seats that each order holds or has booked, by order id. Each text lists pairs of a batch id and a number
 * of seats, such as `7010:1 7020:1`.
 */
async function readClaims(db: Kysely<Database>): Promise<Map<string, string>> {
  const { rows } = await sql<{ order_id: string; claims: string }>`
    select order_id, string_agg(batch_id || ':' || seats, ' ' order by batch_id) as claims
    from seat_claims where order_id is not null group by order_id`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row.claims]));
}

const wantedBatches = (lines: readonly RaceLine[]) =>
  lines.flatMap(({ chosen }) => chosen.map(([, batch]) => batch)).sort((a, b) => a - b);

/**
 * The outcome on which all responses to a client's calls agree: the order id, or null if a batch was full. Undefined if
 * they differ, or if the calls failed for another reason.
 */
function outcomeOf({ responses }: RaceResponse): string | null | undefined {
  const outcomes = responses.map(({ status, body }) => {
    const { order_id, code } = JSON.parse(body) as { order_id?: string; code?: string };
    return status === 200 ? order_id : code === 'BATCH_FULL' ? null : undefined;
  });
  return new Set(outcomes).size === 1 ? outcomes[0] : undefined;
}

/**
 * Checks the database and the responses after a race. No batch may be oversold, and every counter of taken seats must
 * be right. Exactly the orders whose ids were returned to clients must have seats. No client may have been refused
 * although all batches of its cart had free seats.
 */
export async function checkRace(
  db: Kysely<Database>,
  plan: RacePlan,
  responses: readonly RaceResponse[],
): Promise<RaceEnd> {
  const batches = await readBatches(db, [...plan.capacities.keys()]);
  const claims = await readClaims(db);
  const end: RaceEnd = { oversold: 0, placed: 0, refused: 0, problems: [] };
  for (const { id, capacity, taken, claimed } of batches.values()) {
    end.oversold += Math.max(0, claimed - capacity);
    if (taken !== claimed) end.problems.push(`batch ${id} counts ${taken} seats and has claims on ${claimed}`);
  }
  const hasRoom = (id: number) => {
    const batch = batches.get(id);
    return batch !== undefined && batch.claimed < batch.capacity;
  };
  for (const response of responses) {
    const wanted = wantedBatches(response.client.lines);
    const order = outcomeOf(response);
    if (order === undefined)
      end.problems.push(`responses: ${response.responses.map(({ body }) => body).join(' and ')}`);
    else if (order === null) {
      end.refused += 1;
      if (wanted.every(hasRoom)) end.problems.push(`refused although ${wanted.join(' and ')} had room`);
    } else {
      end.placed += 1;
      const claimed = claims.get(order);
      if (claimed !== wanted.map((id) => `${id}:1`).join(' '))
        end.problems.push(`${order} ordered ${wanted}, but has ${claimed}`);
      claims.delete(order);
    }
  }
  for (const [order, claimed] of claims) end.problems.push(`${order} has ${claimed} and was returned to no client`);
  return end;
}
