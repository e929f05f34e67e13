import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
// Import the instrumenter (the part of Stryker that finds the places to change) by its path: Stryker's core does not
// export it.
import { Instrumenter } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/index.js';
import { root } from '../repository/source-files.ts';
import { areaOf } from './areas.ts';
import { textIgnorer } from './text-ignorer.ts';

const isDisabled = () => false;
const ignore = () => undefined;
const silentLogger: Logger = {
  isTraceEnabled: isDisabled,
  isDebugEnabled: isDisabled,
  isInfoEnabled: isDisabled,
  isWarnEnabled: isDisabled,
  isErrorEnabled: isDisabled,
  isFatalEnabled: isDisabled,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};

/** Returns all mutants that Stryker creates in the files that match one of the globs. */
async function findMutants(globs: readonly string[]): Promise<readonly Mutant[]> {
  const names = globSync(globs, { cwd: root }).sort();
  const files = await Promise.all(
    names.map(async (name) => ({
      name: join(root, name),
      mutate: true,
      content: await readFile(join(root, name), 'utf8'),
    })),
  );
  const options = { ignorers: [textIgnorer], excludedMutations: [], plugins: null };
  return (await new Instrumenter(silentLogger).instrument(files, options)).mutants;
}

/**
 * Returns a sort key that puts the mutants in random order. The same seed gives a mutant the same key, as long as the
 * mutant stays at the same place in its file.
 */
export function keyOf({ fileName, mutatorName, replacement, location }: Mutant, seed: string): string {
  const place = [relative(root, fileName), mutatorName, replacement, location];
  return createHash('sha256')
    .update(JSON.stringify([seed, place]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Draws about `size` mutants from the files that match one of the globs. The number drawn from an area (`areas.ts`)
 * grows with the square root of its number of mutants, so that small areas are covered too.
 */
export async function drawMutants(globs: readonly string[], size: number, seed: string): Promise<Mutant[]> {
  const byArea = Map.groupBy(await findMutants(globs), ({ fileName }) => areaOf(relative(root, fileName))?.name);
  const total = [...byArea.values()].reduce((sum, { length }) => sum + Math.sqrt(length), 0);
  return [...byArea.values()].flatMap((all) => {
    const share = Math.ceil((size * Math.sqrt(all.length)) / total);
    const keyed = all.map((mutant) => ({ mutant, key: keyOf(mutant, seed) }));
    return keyed
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .slice(0, share)
      .map(({ mutant }) => mutant);
  });
}

/** The place of a mutant in the notation of Stryker's option `mutate`: `file.ts:line:column-line:column`. */
export function placeOf({ fileName, location: { start, end } }: Mutant): string {
  return `${relative(root, fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}
