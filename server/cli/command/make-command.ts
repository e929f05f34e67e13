import type { Action } from './action.ts';
import { actionHelp, commandHelp, usageLine } from './action-help.ts';
import type { Command, CommandContext } from './command.ts';
import { UsageError } from './command-errors.ts';
import { parseInput } from './parse-input.ts';

const helpFlags = ['--help', '-h', 'help'];

async function runAction(command: string, action: Action, args: string[], context: CommandContext): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    await context.out(actionHelp(command, action));
    return 0;
  }
  try {
    return await action.run(parseInput(action, args), { context, command });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const usage = `Usage: ${usageLine(command, action)}\nRun 'landfall ${command} --help' for details.\n`;
    await context.err(`landfall ${command}: ${error.message}\n${usage}`);
    return 2;
  }
}

/** Creates a command with several actions: `landfall <name> <action> …`. */
export function makeCommand(name: string, summary: string, actions: readonly Action[]): Command {
  return {
    summary,
    actions,
    async run([actionName, ...rest], context) {
      const action = actions.find((one) => one.name === actionName);
      if (action) return runAction(`${name} ${action.name}`, action, rest, context);
      const help = commandHelp(name, summary, actions);
      if (actionName !== undefined && helpFlags.includes(actionName)) {
        await context.out(help);
        return 0;
      }
      await context.err(
        actionName === undefined ? help : `landfall ${name}: there is no action '${actionName}'\n\n${help}`,
      );
      return 2;
    },
  };
}
