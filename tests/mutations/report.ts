import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { root } from '../repository/source-files.ts';
import { areaOf, areas } from './areas.ts';
import { equivalents } from './equivalents.ts';

type Change = {
  status: MutantResult['status'];
  file: string;
  lineNumber: number;
  line: string;
  original: string;
  becomes: string;
};

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function toChange({ status, fileName, location: { start, end }, replacement }: MutantResult): Change {
  const file = relative(root, fileName);
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const line = inOneLine(lines[0] ?? '');
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  const [first = '', ...others] = lines;
  const original = inOneLine([first.slice(start.column - 1), ...others].join('\n'));
  return { status, file, lineNumber: start.line, line, original, becomes: inOneLine(replacement) };
}

/**
 * Shows the original and the mutated code of a mutant from the first to the last difference, with up to 40 characters
 * before and after.
 */
function difference({ original, becomes }: Change): string {
  const around = 40;
  const shorter = Math.min(original.length, becomes.length);
  let start = 0;
  while (start < shorter && original[start] === becomes[start]) start += 1;
  let end = 0;
  while (end < shorter - start && original.at(-1 - end) === becomes.at(-1 - end)) end += 1;
  const cut = (text: string) => text.slice(Math.max(0, start - around), text.length - Math.max(0, end - around));
  return `- ${cut(original)}\n    + ${cut(becomes)}`;
}

const reasonFor = ({ file, line, original, becomes }: Change) =>
  equivalents.find(
    (known) => known.file === file && known.line === line && known.original === original && known.becomes === becomes,
  )?.reason;

const isCounted = ({ status }: Change) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
const isKilled = ({ status }: Change) => status === 'Killed' || status === 'Timeout';

function printScore(name: string, changes: readonly Change[], goal: number): boolean {
  const killed = changes.filter(isKilled).length;
  const score = (100 * killed) / changes.length;
  const shown = `${name.padEnd(14)} ${String(killed).padStart(4)} of ${String(changes.length).padStart(4)}`;
  console.log(`${shown}  ${score.toFixed(0).padStart(4)} %  goal ${goal} %${score < goal ? '  TOO LOW' : ''}`);
  return score >= goal;
}

/** A Stryker reporter that prints each mutant that no test detects, as soon as that is known. */
export class SurvivorReporter {
  onMutantTested(result: MutantResult): void {
    const change = toChange(result);
    if (!isCounted(change) || isKilled(change)) return;
    const reason = reasonFor(change);
    const heading = `${change.status === 'NoCoverage' ? 'no test runs' : 'survived'}: ${change.file}:${change.lineNumber}`;
    console.log(`${heading}${reason ? ` (equivalent: ${reason})` : ''}\n    ${difference(change)}`);
  }
}

/**
 * Prints the mutation score of each area, and of each group of areas that have the same goal. Returns true if every
 * group reaches its goal.
 */
export function printScores(results: readonly MutantResult[], seed: string): boolean {
  const changes = results.map(toChange);
  const counted = changes.filter(isCounted).filter((change) => isKilled(change) || !reasonFor(change));
  console.log(`\nMutation score, seed ${seed}:`);
  for (const { name, goal } of areas) {
    const own = counted.filter(({ file }) => areaOf(file)?.name === name);
    if (own.length > 0) printScore(name, own, goal);
  }
  const invalid = changes.filter(({ status }) => status === 'RuntimeError').length;
  console.log(`${invalid} changes kept a file from loading and do not count`);
  const goals = [...new Set(areas.map(({ goal }) => goal))];
  const reached = goals.map((goal) => {
    const group = counted.filter(({ file }) => areaOf(file)?.goal === goal);
    return group.length === 0 || printScore(`all ${goal} %`, group, goal);
  });
  return reached.every(Boolean) && counted.length > 0;
}
