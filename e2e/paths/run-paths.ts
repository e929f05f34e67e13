import { type Command, exitCodes, type Printer, UsageError } from './command-line.ts';
import { generatePaths } from './generate-paths.ts';
import { listPaths } from './list-paths.ts';
import { plantedFaults } from './planted-faults.ts';
import { replayPaths } from './replay-paths.ts';

const commands: readonly Command[] = [listPaths, generatePaths, replayPaths, plantedFaults];

const overview = `npm run paths -- <command>

${commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

npm run paths -- <command> --help shows the options of a command. docs/path-lab.md explains paths.`;

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Runs one subcommand of `npm run paths` and returns its exit code. */
export async function runPaths([name = 'list', ...args]: string[], printer: Printer): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    printer.out(overview);
    return exitCodes.ok;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) {
    printer.err(`there is no command “${name}”\n\n${overview}`);
    return exitCodes.usage;
  }
  if (args.includes('--help') || args.includes('-h')) {
    printer.out(command.help);
    return exitCodes.ok;
  }
  try {
    return await command.run(args, printer);
  } catch (error) {
    if (!(error instanceof UsageError) && !isArgumentError(error)) throw error;
    printer.err(error.message);
    return exitCodes.usage;
  }
}
