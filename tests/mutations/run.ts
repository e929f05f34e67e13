/**
 * Mutation testing: changes randomly chosen places of the code, one at a time, and counts the changes that a test
 * detects. `npm run mutations -- --help` lists the options, docs/mutation-testing.md explains the result.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
// Stryker has no option for adding a mutator, so our mutators are added to the array of its built-in ones.
import { allMutators } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/index.js';
import { root } from '../repository/source-files.ts';
import { areas } from './areas.ts';
import { drawMutants, keyOf, placeOf } from './draw.ts';
import { printScores } from './report.ts';
import { runGuards } from './run-guards.ts';
import { queryMutator, sqlMutator } from './sql-mutator.ts';

const usage = `npm run mutations -- [options]         400 places drawn by chance
npm run mutations -- guards [name]     the hand-written guards whose name contains this text

  --short          60 places
  --size <n>       this many places
  --seed <text>    draws other places; the same seed draws the same places (default: 1)
  --files <glob>   only places in these files; may be repeated`;

const workFolder = join(root, '.data', 'mutations');

function strykerOptions(places: readonly string[]): PartialStrykerOptions {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutations/vitest.config.ts', related: true },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'stryker-plugin.ts')],
    checkers: ['drawn'],
    ignorers: ['text'],
    mutate: [...places],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // How many milliseconds longer than usual the tests of a mutant may take. The limit is so high that even on a busy
    // machine only an endless loop or a lock that is never released exceeds it.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    ignorePatterns: ['/.data', '/dist', '/.bench', '/test-results'],
    tempDirName: join(workFolder, 'sandbox'),
    cleanTempDir: 'always',
    reporters: ['progress-append-only', 'survivors', 'html'],
    htmlReporter: { fileName: join(workFolder, 'report.html') },
    // Keep Stryker from inserting a `@ts-nocheck` comment: no compiler runs here, and the inserted line would shift the
    // line numbers of the code.
    disableTypeChecks: false,
    // Do not let Stryker rewrite tsconfig.json: for that it uses the compiler's old API, which TypeScript 7 no longer
    // has.
    tsconfigFile: 'none',
    allowConsoleColors: false,
  };
}

/**
 * Draws mutants from the files that match one of the globs, and tests them. Stryker gets only the places of the drawn
 * mutants. For all mutants, its first run would take more than 12 GB of memory, because it records which mutants each
 * test reaches.
 */
async function mutate(globs: readonly string[], size: number, seed: string): Promise<MutantResult[]> {
  await mkdir(workFolder, { recursive: true });
  allMutators.push(sqlMutator, queryMutator);
  const drawn = await drawMutants(globs, size, seed);
  if (drawn.length === 0) throw new Error(`nothing to change in ${globs.join(', ')}`);
  // Pass the settings in environment variables: Vitest and our Stryker plugin run in processes that inherit them.
  Object.assign(process.env, {
    MUTATIONS_SEED: seed,
    MUTATIONS_DRAWN: drawn.map((mutant) => keyOf(mutant, seed)).join(' '),
    OUTBOX_RUNS: '30',
    FAULTS_RUNS: '10',
  });
  return new Stryker(strykerOptions(drawn.map(placeOf))).runMutationTest();
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      short: { type: 'boolean' },
      size: { type: 'string' },
      seed: { type: 'string', default: '1' },
      files: { type: 'string', multiple: true, default: areas.flatMap((area) => area.files) },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  if (positionals[0] === 'guards') return runGuards(positionals[1] ?? '');
  const size = Number(values.size ?? (values.short ? 60 : 400));
  return printScores(await mutate(values.files, size, values.seed), values.seed);
}

process.exitCode = (await main()) ? 0 : 1;
