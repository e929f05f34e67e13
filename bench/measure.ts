import { Caller, drive, type Load } from './load.ts';

/** How long each side of each round is driven, in seconds, and how many rounds there are. */
export const seconds = Number(process.argv[2] ?? 3);
export const rounds = 5;

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
export const mark = (isWithin: boolean) => (isWithin ? '' : '  OVER BUDGET');

export type Measured = { perSecond: number; p99: number };

/** Prints the medians of the rounds; a failure fails the whole run. */
export function report(name: string, loads: Load[]): Measured {
  const perSecond = median(loads.map((load) => load.perSecond));
  const p99 = median(loads.map((load) => load.p99));
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  console.log(
    `  ${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)} a second, p99 ${p99.toFixed(1)} ms, ${failures} failed`,
  );
  if (failures > 0) process.exitCode = 1;
  return { perSecond, p99 };
}

/** Both sides in turn, so that a busy moment of the machine meets both. */
export async function compare(ours: () => Promise<Load>, theirs: () => Promise<Load>): Promise<[Load[], Load[]]> {
  const [a, b]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await theirs());
  }
  return [a, b];
}

/** Prints a ratio beside its budget; one that misses it fails the whole run. */
export function judge(name: string, ratio: number, budget: { least?: number; most?: number }): void {
  const { least = 0, most = Infinity } = budget;
  const isWithin = ratio >= least && ratio <= most;
  const text = most === Infinity ? `at least ${least.toFixed(2)}` : `at most ${most.toFixed(2)}`;
  console.log(`  ${name}: ${ratio.toFixed(2)} (${text})${mark(isWithin)}`);
  if (!isWithin) process.exitCode = 1;
}

/** Drives a server over kept-open connections, one a client. */
export async function hammer(port: number, clients: number, request: () => string): Promise<Load> {
  const callers = Array.from({ length: clients }, () => new Caller(port));
  try {
    return await drive(clients, seconds, async (client) => {
      const answered = await callers[client]?.send(request());
      if (answered?.status !== 200) throw new Error(`Answered ${answered?.status}: ${answered?.body}`);
    });
  } finally {
    for (const caller of callers) caller.close();
  }
}

/** Hands out one after the other; each round begins anew. */
export function dealer<Piece>(pieces: readonly Piece[]): () => Piece {
  let next = 0;
  return () => {
    const piece = pieces[next++];
    if (piece === undefined) throw new Error(`More than ${pieces.length} in a round: seed more`);
    return piece;
  };
}
