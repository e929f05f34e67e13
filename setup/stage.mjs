/** What a stage throws when the reader can act on one line: printed as it is, exit code 1. */
export class SetupError extends Error {}

/** Seconds for a progress line. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs one stage behind a progress line, `install   … ok (12.3 s)`.
 * `work` may answer a word that replaces `ok`.
 */
export async function stage(name, work) {
  const start = performance.now();
  process.stdout.write(`${name.padEnd(9)} … `);
  try {
    const outcome = await work();
    const word = typeof outcome === 'string' ? outcome : 'ok';
    process.stdout.write(`${word} (${seconds(performance.now() - start)})\n`);
  } catch (error) {
    process.stdout.write(`failed (${seconds(performance.now() - start)})\n`);
    throw error;
  }
}

/** Ends the process with one line for what a reader can act on, with the whole error for what is a fault of ours. */
export function exitWith(error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}
