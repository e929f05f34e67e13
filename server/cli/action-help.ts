import type { Action } from './action.ts';
import { wordLabel } from './action-words.ts';
import type { Command } from './command.ts';

const exitCodes = 'Exit code 0: done; 1: refused or failed, nothing was changed; 2: wrong use.';

function twoColumns(rows: ReadonlyArray<readonly [string, string]>): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function labelsOf(action: Action): string[] {
  return Object.entries(action.words).map(([name, word]) => wordLabel(name, word));
}

/** `landfall batches set-seats <batch id> <capacity> [options]`. */
export function usageLine(command: string, action: Action): string {
  const options = Object.keys(action.options).length > 0 ? ['[options]'] : [];
  return ['landfall', command, ...labelsOf(action), ...options].join(' ');
}

/** What `--help` says of one action. */
export function actionHelp(command: string, action: Action): string {
  const words = Object.entries(action.words).map(([name, word]) => [wordLabel(name, word), word.about] as const);
  const options = Object.entries(action.options).map(
    ([name, { hint, about }]) => [`--${name}${hint ? ` <${hint}>` : ''}`, about] as const,
  );
  const parts = [
    `Usage: ${usageLine(command, action)}`,
    `${action.summary.slice(0, 1).toUpperCase()}${action.summary.slice(1)}.`,
    ...(words.length > 0 ? [twoColumns(words)] : []),
    `Options\n${twoColumns([...options, ['--help', 'print this']])}`,
    ...(action.notes ? [action.notes] : []),
    exitCodes,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What `--help` says of a command with several actions. */
export function commandHelp(name: string, summary: string, actions: readonly Action[]): string {
  const rows = actions.map((action) => [usageLine(`${name} ${action.name}`, action), action.summary] as const);
  const more = `'landfall ${name} <action> --help' says more.`;
  return `Usage: landfall ${name} <action>\n\n${summary}\n\nActions\n${twoColumns(rows)}\n\n${more}\n`;
}

/** Every command with every action. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).flatMap(([name, { actions }]) =>
    actions.map((action) => [`${name} ${action.name}`, action.summary] as const),
  );
  const more = `'landfall <command> --help' says more. docs/staff-commands.md has examples.`;
  return `Usage: landfall <command>\n\nCommands\n${twoColumns(rows)}\n\n${more}\n`;
}
