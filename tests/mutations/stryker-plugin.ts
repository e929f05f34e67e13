import process from 'node:process';
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { keyOf } from './draw.ts';
import { SurvivorReporter } from './report.ts';
import { textIgnorer } from './text-ignorer.ts';

// Stryker starts its plugins in separate processes, so this plugin gets its settings in environment variables.
const seed = process.env.MUTATIONS_SEED ?? '1';
const drawn = new Set(process.env.MUTATIONS_DRAWN?.split(' '));

/**
 * A Stryker checker that lets Stryker test only the drawn mutants (`MUTATIONS_DRAWN`). Without it, Stryker would test
 * all mutants at the drawn places.
 */
class DrawnChecker {
  init(): Promise<void> {
    return Promise.resolve();
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const results = mutants.map((mutant): [string, CheckResult] => [
      mutant.id,
      drawn.has(keyOf(mutant, seed))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not drawn' },
    ]);
    return Promise.resolve(Object.fromEntries(results));
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, 'drawn', DrawnChecker),
  declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorReporter),
  declareValuePlugin(PluginKind.Ignore, 'text', textIgnorer),
];
