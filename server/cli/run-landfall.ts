import { errorCode } from '../db/database-errors.ts';
import { overview } from './action-help.ts';
import type { Surroundings } from './command.ts';
import { commands } from './commands.ts';
import { ReaderGone } from './print.ts';

const told = ['StartError', 'EnvError', 'ContentError', 'CommandError'];
const busy = new Set(['55P03', '57014']);

/** What staff read of a failure: one that is ours to mend comes with its stack. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (busy.has(errorCode(error)))
    return 'The database is busy with the same rows; nothing was changed. Please try again.';
  return told.includes(error.name) ? error.message : (error.stack ?? error.message);
}

async function dispatch([name, ...words]: string[], around: Surroundings): Promise<number> {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command) return command.run(words, around);
  const help = overview(commands);
  if (name === '--help' || name === '-h' || name === 'help') {
    await around.out(help);
    return 0;
  }
  await around.err(name === undefined ? help : `landfall: there is no command '${name}'\n\n${help}`);
  return 2;
}

/** Runs `landfall <words>`; answers the exit code: 0 done, 1 failed, 2 wrong use. */
export async function runLandfall(words: string[], around: Surroundings): Promise<number> {
  try {
    return await dispatch(words, around);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    await around.err(`${failureText(error)}\n`);
    return 1;
  }
}
