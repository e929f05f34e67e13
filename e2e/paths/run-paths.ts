import { type Command, exitCodes, type Printer, WrongUse } from './command-line.ts';
import { generatePaths } from './generate-paths.ts';
import { listPaths } from './list-paths.ts';
import { plantedFaults } from './planted-faults.ts';
import { replayPaths } from './replay-paths.ts';

const commands: readonly Command[] = [listPaths, generatePaths, replayPaths, plantedFaults];

const overview = `npm run paths -- <command>

${commands.map(({ name, does }) => `  ${name.padEnd(10)} ${does}`).join('\n')}

npm run paths -- <command> --help says more. What a path is: docs/path-lab.md`;

function isWrongWord(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Runs one command of the path lab and answers its exit code. */
export async function runPaths([word = 'list', ...words]: string[], printer: Printer): Promise<number> {
  if (['help', '--help', '-h'].includes(word)) {
    printer.out(overview);
    return exitCodes.well;
  }
  const command = commands.find(({ name }) => name === word);
  if (!command) {
    printer.err(`there is no command “${word}”\n\n${overview}`);
    return exitCodes.wrongUse;
  }
  if (words.includes('--help') || words.includes('-h')) {
    printer.out(command.help);
    return exitCodes.well;
  }
  try {
    return await command.run(words, printer);
  } catch (error) {
    if (!(error instanceof WrongUse) && !isWrongWord(error)) throw error;
    printer.err(error.message);
    return exitCodes.wrongUse;
  }
}
