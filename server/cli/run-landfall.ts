import { errorCode } from '../db/connection/database-errors.ts';
import { overview } from './command/action-help.ts';
import type { CommandContext } from './command/command.ts';
import { commands } from './commands.ts';
import { ReaderGone } from './output/print.ts';

/** Errors whose message is written for staff, without a stack trace. */
const reportedErrors = ['StartError', 'EnvError', 'ContentError', 'CommandError'];
/** PostgreSQL: lock_not_available, query_canceled. */
const busyCodes = new Set(['55P03', '57014']);

/** The text that staff see about an error. Unexpected errors include the stack trace. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (busyCodes.has(errorCode(error)))
    return 'The database is busy with the same rows; nothing was changed. Please try again.';
  return reportedErrors.includes(error.name) ? error.message : (error.stack ?? error.message);
}

async function dispatch([name, ...args]: string[], context: CommandContext): Promise<number> {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command) return command.run(args, context);
  const help = overview(commands);
  if (name === '--help' || name === '-h' || name === 'help') {
    await context.out(help);
    return 0;
  }
  await context.err(name === undefined ? help : `landfall: there is no command '${name}'\n\n${help}`);
  return 2;
}

/** Runs `landfall <args>`. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runLandfall(args: string[], context: CommandContext): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    await context.err(`${failureText(error)}\n`);
    return 1;
  }
}
