import { drive, type Load, RawClient } from './server/load.ts';

/** `seconds`: how long each of the two compared programs is under load in one round. `rounds`: the number of rounds. */
export const seconds = Number(process.argv[2] ?? 3);
export const rounds = 5;

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
export const mark = (isWithin: boolean) => (isWithin ? '' : '  OVER BUDGET');

export type Measured = { perSecond: number; p99: number };

/**
 * Prints and returns the median throughput and response times of one program over all its rounds. If a request failed,
 * the exit code of the benchmark becomes 1.
 */
export function report(name: string, loads: Load[]): Measured {
  const perSecond = median(loads.map((load) => load.perSecond));
  const p99 = median(loads.map((load) => load.p99));
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  console.log(
    `  ${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)} per second, p99 ${p99.toFixed(1)} ms, ${failures} failed`,
  );
  if (failures > 0) console.log(`    the first failure: ${loads.find((load) => load.firstFailure)?.firstFailure}`);
  if (failures > 0) process.exitCode = 1;
  return { perSecond, p99 };
}

/** Measures our program and its baseline in turn, so that other load on the machine affects both alike. */
export async function compare(ours: () => Promise<Load>, theirs: () => Promise<Load>): Promise<[Load[], Load[]]> {
  const [a, b]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await theirs());
  }
  return [a, b];
}

/** Prints a ratio and its budget. If the ratio is outside the budget, the exit code of the benchmark becomes 1. */
export function checkRatio(name: string, ratio: number, budget: { least?: number; most?: number }): void {
  const { least = 0, most = Infinity } = budget;
  const isWithin = ratio >= least && ratio <= most;
  const text = most === Infinity ? `at least ${least.toFixed(2)}` : `at most ${most.toFixed(2)}`;
  console.log(`  ${name}: ${ratio.toFixed(2)} (${text})${mark(isWithin)}`);
  if (!isWithin) process.exitCode = 1;
}

/**
 * Sends requests to a server for the seconds given on the command line, with one keep-alive connection for each client.
 */
export async function hammer(port: number, clients: number, request: () => string): Promise<Load> {
  const connections = Array.from({ length: clients }, () => new RawClient(port));
  try {
    return await drive(clients, seconds, async (client) => {
      const response = await connections[client]?.send(request());
      if (response?.status !== 200) throw new Error(`Status ${response?.status}: ${response?.body}`);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Returns a function that hands out the items one by one, and throws an error when none is left. */
export function dealer<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next++];
    if (item === undefined) throw new Error(`More than ${items.length} in a round: seed more`);
    return item;
  };
}

/** Prints a figure and its maximum. If the figure exceeds the maximum, the exit code of the benchmark becomes 1. */
export function checkAtMost(name: string, figure: number, { most, unit }: { most: number; unit: string }): void {
  const isWithin = figure <= most;
  const round = (number: number) => (Number.isInteger(number) || number >= 100 ? number.toFixed(0) : number.toFixed(2));
  console.log(`  ${name}: ${round(figure)} ${unit} (at most ${round(most)})${isWithin ? '  within' : mark(false)}`);
  if (!isWithin) process.exitCode = 1;
}
