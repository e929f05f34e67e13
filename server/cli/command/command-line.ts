import { Argument, Command, Option } from 'commander';
import type { Action } from './action.ts';
import type { StaffCommand } from './command.ts';
import { UsageError } from './command-errors.ts';
import { argLabel, type Input, optionFlags, parseInput } from './parse-input.ts';

/** Runs an action. `command` is the full name of the action, such as `batches close`. */
export type RunAction = (action: Action, command: string, input: Input) => Promise<void>;

const exitCodes = ({ exitOne = 'refused or failed, nothing was changed' }: Action) =>
  `Exit code 0: done; 1: ${exitOne}; 2: wrong usage.`;

function addAction(parent: Command, action: Action, run: RunAction): void {
  const options = Object.entries(action.options).map(([name, option]) => {
    return { name, declared: new Option(optionFlags(name, option), option.about) };
  });
  const line = parent.command(action.name).description(action.summary);
  for (const [name, arg] of Object.entries(action.args)) line.addArgument(new Argument(argLabel(name, arg), arg.about));
  for (const { declared } of options) line.addOption(declared);
  if (action.notes) line.addHelpText('after', `\n${action.notes}`);
  line.addHelpText('after', `\n${exitCodes(action)}`);
  line.action(async () => {
    const values = line.opts();
    const given = options.map(({ name, declared }) => [name, values[declared.attributeName()]] as const);
    try {
      const input = parseInput(action, line.processedArgs, Object.fromEntries(given));
      const group = parent.parent ? `${parent.name()} ` : '';
      await run(action, `${group}${action.name}`, input);
    } catch (error) {
      if (error instanceof UsageError) line.error(`error: ${error.message}`);
      throw error;
    }
  });
}

/**
 * Declares the staff commands with the library commander, which parses the command line and prints the help through
 * `print`. Where commander would end the process, it throws a CommanderError instead. The error has the `exitCode` 0 if
 * the user asked for help.
 */
export function createCommandLine(
  commands: Readonly<Record<string, StaffCommand>>,
  operatorCommands: readonly Action[],
  print: { writeOut: (text: string) => void; writeErr: (text: string) => void },
  run: RunAction,
): Command {
  const program = new Command('landfall')
    .exitOverride()
    .configureOutput(print)
    .showHelpAfterError()
    // List the actions of each command in the help of `landfall` itself, not only the commands.
    .configureHelp({
      visibleCommands: ({ commands: groups }) =>
        groups.flatMap((group) => (group.commands.length > 0 ? group.commands : [group])),
      subcommandTerm: (line) => (line.parent?.parent ? `${line.parent.name()} ${line.name()}` : line.name()),
    });
  for (const [name, { summary, actions }] of Object.entries(commands)) {
    const line = program
      .command(name)
      .description(summary)
      .configureHelp({ subcommandTerm: (action) => `landfall ${name} ${action.name()} ${action.usage()}` });
    for (const action of actions) addAction(line, action, run);
  }
  for (const action of operatorCommands) addAction(program, action, run);
  return program.addHelpText(
    'after',
    "\nRun 'landfall <command> --help' for details. docs/staff-commands.md has examples.",
  );
}
