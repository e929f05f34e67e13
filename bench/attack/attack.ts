import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { Attacker } from './attacker.ts';

/** The servers and the database that the attacks run against. */
export type Target = {
  db: Kysely<Database>;
  /** Port of a server with sandbox providers and the usual rate limits (`target.ts` lists the exceptions). */
  port: number;
  /** Port of a server with `LANDFALL_ENV=production`. It uses the database `db`, like the server at `port`. */
  productionPort: number;
  /** Starts a production server with these additional environment variables. Rejects if the server does not start. */
  startProduction(variables: Record<string, string>): Promise<{ stop(): Promise<void> }>;
};

/**
 * What an attack achieved. `gained`: what the attacker got, in words. `isHeld`: true if the server withstood the
 * attack, false if the attacker got something that the server must not give.
 */
type Outcome = { gained: string; isHeld: boolean };

export type Attack = { name: string; run(target: Target, campaign: Campaign): Promise<Outcome> };

/**
 * The printed result of one attack. `HELD`: the server withstood it. `NOT RUN`: the attack failed with an error or ran
 * out of time, so it proves nothing.
 */
export type Row = { name: string; requests: number; gained: string; result: 'HELD' | 'SUCCEEDED' | 'NOT RUN' };

let lastNetwork = 0;

/** Returns an IP address in a /24 network from which no attack has sent a request yet. */
function freshAddress(): string {
  lastNetwork += 1;
  return `10.${lastNetwork >> 8}.${lastNetwork & 255}.9`;
}

/** Creates the attackers of one attack and counts their requests. */
export class Campaign {
  requests = 0;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Creates an attacker: an HTTP client without cookies whose requests come from the IP address `address`, by default
   * one that no attack has used yet.
   */
  attacker(port: number, address = freshAddress()): Attacker {
    return new Attacker({ port, address, signal: this.#signal, onRequest: () => this.count() });
  }

  count(requests = 1): void {
    this.requests += requests;
  }
}

/**
 * Calls `work` with each number from 0 to `times` - 1, with at most `parallel` calls running at the same time.
 * @returns the results in the order of the numbers
 */
export async function repeat<T>(times: number, parallel: number, work: (turn: number) => Promise<T>): Promise<T[]> {
  const results = Array<T>(times);
  let next = 0;
  const worker = async () => {
    for (let turn = next++; turn < times; turn = next++) results[turn] = await work(turn);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

/** Runs an attack. If it throws an error or the time limit ends, the result is `NOT RUN`. */
export async function runAttack(attack: Attack, target: Target, signal: AbortSignal): Promise<Row> {
  const campaign = new Campaign(signal);
  const toRow = (gained: string, result: Row['result']): Row => {
    return { name: attack.name, requests: campaign.requests, gained, result };
  };
  try {
    signal.throwIfAborted();
    const { gained, isHeld } = await attack.run(target, campaign);
    return toRow(gained, isHeld ? 'HELD' : 'SUCCEEDED');
  } catch (error) {
    return toRow(signal.aborted ? 'out of time' : String(error), 'NOT RUN');
  }
}

/** Formats the results of the attacks as a Markdown table, which can be pasted into a report. */
export function toTable(rows: readonly Row[]): string {
  const cells = [
    ['Attack', 'Requests', 'Gained', 'Result'],
    ...rows.map(({ name, requests, gained, result }) => [name, String(requests), gained, result]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** True if every attack ran and none succeeded. */
export function isSafe(rows: readonly Row[]): boolean {
  return rows.length > 0 && rows.every(({ result }) => result === 'HELD');
}
