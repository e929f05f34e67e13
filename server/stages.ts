import process from 'node:process';

/** Prints a line for a stage of the start: its name, what came of it, and how long it took. */
export async function reportStage<T>(name: string, work: () => Promise<T>, tell?: (made: T) => string): Promise<T> {
  const begun = performance.now();
  const made = await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const told = tell?.(made);
  process.stdout.write(`${name.padEnd(9)} … ${told ? `${told} ` : 'ok '}(${seconds} s)\n`);
  return made;
}

/** One line that says what is wrong and what to do; the stack only where the fault is ours. */
export function reportFailure(error: unknown): void {
  const known = error instanceof Error && ['StartError', 'EnvError', 'ContentError'].includes(error.name);
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`\n${text}\n`);
}
