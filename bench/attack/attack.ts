import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { Attacker } from './attacker.ts';

/** The servers and the database that the attacks run against. */
export type Target = {
  db: Kysely<Database>;
  /** Port of a server with sandbox providers and the usual rate limits (`target.ts` lists the exceptions). */
  port: number;
  /** Port of a server on the same database with `LANDFALL_ENV=production`. */
  productionPort: number;
  /** Starts a server with more environment variables of production. Rejects if it does not start. */
  startProduction(variables: Record<string, string>): Promise<{ stop(): Promise<void> }>;
};

/**
 * What an attack achieved. `isHeld`: whether the server withstood it. False if the attacker gained what the server must not
 * give.
 */
type Outcome = { gained: string; isHeld: boolean };

export type Attack = { name: string; run(target: Target, campaign: Campaign): Promise<Outcome> };

/**
 * A row of the printed table, for one attack: `HELD` if the server withstood it, `NOT RUN` if it ended by an error or ran
 * out of time.
 */
export type Row = { name: string; requests: number; gained: string; result: 'HELD' | 'SUCCEEDED' | 'NOT RUN' };

let lastNetwork = 0;

/** An address in a network (/24) that no attack has used yet. */
function freshAddress(): string {
  lastNetwork += 1;
  return `10.${lastNetwork >> 8}.${lastNetwork & 255}.9`;
}

/** One run of one attack: it creates attackers and counts their requests. */
export class Campaign {
  requests = 0;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Creates an attacker: a browser without cookies at the given IP address, by default one that no attack has used. */
  attacker(port: number, address = freshAddress()): Attacker {
    return new Attacker({ port, address, signal: this.#signal, onRequest: () => this.count() });
  }

  count(requests = 1): void {
    this.requests += requests;
  }
}

/** Runs `work` for 0 to `times` - 1, at most `parallel` at the same time. @returns the results in order */
export async function repeat<T>(times: number, parallel: number, work: (turn: number) => Promise<T>): Promise<T[]> {
  const results = Array<T>(times);
  let next = 0;
  const worker = async () => {
    for (let turn = next++; turn < times; turn = next++) results[turn] = await work(turn);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

/** Runs an attack. An error, or a time limit that was reached, counts as not run. */
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

/** The rows as a table in Markdown, so that it can be pasted into a report. */
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
