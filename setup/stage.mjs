/** An error that the user of a setup command can fix: only its message is printed, and the exit code is 1. */
export class SetupError extends Error {
  /** Everything that the failed program has printed; empty if the error does not come from a program. */
  said = '';
}

/**
 * A duration for a progress line, such as `12.3 s`.
 * @param {number} milliseconds
 */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs one stage of a command and prints a progress line about it, such as `install   … ok (12.3 s)`. `work` may return
 * a word that replaces `ok`.
 * @param {string} name
 * @param {() => Promise<unknown>} work
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

/**
 * Ends the process: prints the message of a SetupError, and every other error with its stack.
 * @param {unknown} error
 */
export function exitWith(error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}
