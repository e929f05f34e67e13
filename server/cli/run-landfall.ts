import { CommanderError } from 'commander';
import { errorCode } from '../db/connection/database-errors.ts';
import type { CommandContext } from './command/command.ts';
import { createCommandLine } from './command/command-line.ts';
import { commands, operatorCommands } from './commands.ts';
import { ReaderGone } from './output/print.ts';

/**
 * The names of errors with messages for the staff member at the terminal. Only the message of such an error is printed,
 * without a stack trace.
 */
const reportedErrors = [
  'StartError',
  'EnvError',
  'ContentError',
  'CommandError',
  'BackupError',
  'ExportError',
  'BatchRefusal',
];
/** PostgreSQL's error codes for a lock that was not released in time, and for a statement that took too long. */
const busyCodes = new Set(['55P03', '57014']);

/** The text to print about an error. For an unexpected error it is the stack trace. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (busyCodes.has(errorCode(error)))
    return 'The database is busy with the same rows; nothing was changed. Please try again.';
  return reportedErrors.includes(error.name) ? error.message : (error.stack ?? error.message);
}

/**
 * Parses the command line and runs its action. Returns the exit code. The library `commander` cannot wait for
 * asynchronous printing, so the texts that it prints are collected and printed afterwards.
 */
async function dispatch(args: string[], context: CommandContext): Promise<number> {
  let code = 0;
  const texts = { out: '', err: '' };
  const print = {
    writeOut: (text: string) => {
      texts.out += text;
    },
    writeErr: (text: string) => {
      texts.err += text;
    },
  };
  const line = createCommandLine(commands, operatorCommands, print, async (action, command, input) => {
    code = await action.run(input, { context, command });
  });
  try {
    await line.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (texts.out) await context.out(texts.out);
    if (texts.err) await context.err(texts.err);
    return error.exitCode === 0 ? 0 : 2;
  }
}

/**
 * Runs `landfall <args>`. Returns the exit code: 0 if the command succeeded, 1 if it failed, 2 if it was called
 * wrongly.
 */
export async function runLandfall(args: string[], context: CommandContext): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    await context.err(`${failureText(error)}\n`);
    return 1;
  }
}
