import type { Action } from './action.ts';
import { actionHelp, commandHelp, usageLine } from './action-help.ts';
import { readWords } from './action-words.ts';
import type { Command, Surroundings } from './command.ts';
import { UsageError } from './command-failure.ts';

const helpWords = ['--help', '-h', 'help'];

async function runAction(command: string, action: Action, words: string[], around: Surroundings): Promise<number> {
  if (words.some((word) => word === '--help' || word === '-h')) {
    await around.out(actionHelp(command, action));
    return 0;
  }
  try {
    return await action.run(readWords(action, words), { around, command });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const usage = `Usage: ${usageLine(command, action)}\n'landfall ${command} --help' says more.\n`;
    await around.err(`landfall ${command}: ${error.message}\n${usage}`);
    return 2;
  }
}

/** A command of several actions: `landfall <name> <action> …`. */
export function makeCommand(name: string, summary: string, actions: readonly Action[]): Command {
  return {
    summary,
    actions,
    async run([word, ...rest], around) {
      const action = actions.find((one) => one.name === word);
      if (action) return runAction(`${name} ${action.name}`, action, rest, around);
      const help = commandHelp(name, summary, actions);
      if (word !== undefined && helpWords.includes(word)) {
        await around.out(help);
        return 0;
      }
      await around.err(word === undefined ? help : `landfall ${name}: there is no action '${word}'\n\n${help}`);
      return 2;
    },
  };
}
