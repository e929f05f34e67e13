import type { Action } from './action.ts';
import type { Command } from './command.ts';
import { argLabel } from './parse-input.ts';

const exitCodes = 'Exit code 0: done; 1: refused or failed, nothing was changed; 2: wrong usage.';

function twoColumns(rows: ReadonlyArray<readonly [string, string]>): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function labelsOf(action: Action): string[] {
  return Object.entries(action.args).map(([name, arg]) => argLabel(name, arg));
}

/** `landfall batches set-seats <batch id> <capacity> [options]`. */
export function usageLine(command: string, action: Action): string {
  const options = Object.keys(action.options).length > 0 ? ['[options]'] : [];
  return ['landfall', command, ...labelsOf(action), ...options].join(' ');
}

/** The `--help` text of one action. */
export function actionHelp(command: string, action: Action): string {
  const args = Object.entries(action.args).map(([name, arg]) => [argLabel(name, arg), arg.about] as const);
  const options = Object.entries(action.options).map(
    ([name, { hint, about }]) => [`--${name}${hint ? ` <${hint}>` : ''}`, about] as const,
  );
  const sections = [
    `Usage: ${usageLine(command, action)}`,
    `${action.summary.slice(0, 1).toUpperCase()}${action.summary.slice(1)}.`,
    ...(args.length > 0 ? [twoColumns(args)] : []),
    `Options\n${twoColumns([...options, ['--help', 'print this']])}`,
    ...(action.notes ? [action.notes] : []),
    exitCodes,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The `--help` text of a command. */
export function commandHelp(name: string, summary: string, actions: readonly Action[]): string {
  const rows = actions.map((action) => [usageLine(`${name} ${action.name}`, action), action.summary] as const);
  const more = `Run 'landfall ${name} <action> --help' for details.`;
  return `Usage: landfall ${name} <action>\n\n${summary}\n\nActions\n${twoColumns(rows)}\n\n${more}\n`;
}

/** The list of all commands with their actions. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).flatMap(([name, { actions }]) =>
    actions.map((action) => [`${name} ${action.name}`, action.summary] as const),
  );
  const more = `Run 'landfall <command> --help' for details. docs/staff-commands.md has examples.`;
  return `Usage: landfall <command>\n\nCommands\n${twoColumns(rows)}\n\n${more}\n`;
}
