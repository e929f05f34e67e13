import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import process from 'node:process';
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { babel } from '@stryker-mutator/core';
import { root } from '../house/source-files.ts';
import { areaOf } from './areas.ts';
import { SurvivorReporter } from './report.ts';

// Stryker starts its plugins in separate processes, so this plugin gets its settings in environment variables.
const seed = process.env.MUTATIONS_SEED ?? '1';
const size = Number(process.env.MUTATIONS_SIZE ?? 400);

/**
 * Returns a pseudo-random key to sort mutants by. With the same seed, a mutant keeps its key while its place in the
 * file stays the same.
 */
function rank({ fileName, mutatorName, replacement, location }: Mutant): string {
  const place = [relative(root, fileName), mutatorName, replacement, location];
  return createHash('sha256')
    .update(JSON.stringify([seed, place]))
    .digest('hex');
}

/**
 * Draws a sample of about `size` mutants. An area's share of the sample grows with the square root of its number of
 * mutants, so that small areas are covered too.
 */
function drawSample(mutants: readonly Mutant[]): Set<string> {
  const byArea = Map.groupBy(mutants, ({ fileName }) => areaOf(relative(root, fileName))?.name);
  const total = [...byArea.values()].reduce((sum, { length }) => sum + Math.sqrt(length), 0);
  const drawn = [...byArea.values()].flatMap((all) => {
    const share = Math.ceil((size * Math.sqrt(all.length)) / total);
    const ranked = all.map((mutant) => ({ id: mutant.id, rank: rank(mutant) }));
    return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, share);
  });
  return new Set(drawn.map(({ id }) => id));
}

/**
 * A Stryker checker that passes only the mutants in the sample. Stryker tests exactly the mutants that its checkers
 * pass.
 */
class SampleChecker {
  readonly #sample = new Set<string>();

  init(): Promise<void> {
    return Promise.resolve();
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    for (const id of drawSample(mutants)) this.#sample.add(id);
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const results = mutants.map(({ id }): [string, CheckResult] => [
      id,
      this.#sample.has(id)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' },
    ]);
    return Promise.resolve(Object.fromEntries(results));
  }
}

const isNamed = (node: babel.NodePath['node'], ...names: string[]) =>
  node.type === 'Identifier' && names.includes(node.name);

/**
 * Whether this node of the syntax tree is a log call such as `log.warn(…)` or `request.log.warn(…)`, or a statement or
 * an arrow function that consists of one.
 */
function isLogCall(path: babel.NodePath): boolean {
  if (path.isExpressionStatement()) return isLogCall(path.get('expression'));
  if (path.isArrowFunctionExpression()) return isLogCall(path.get('body'));
  if (!path.isCallExpression() || path.node.callee.type !== 'MemberExpression') return false;
  const logger = path.node.callee.object;
  return isNamed(logger, 'log') || (logger.type === 'MemberExpression' && isNamed(logger.property, 'log'));
}

/** Whether this node of the syntax tree is the id of a state machine, or of an actor that a machine invokes. */
function isMachineId(path: babel.NodePath): boolean {
  if (!path.isObjectProperty() || !isNamed(path.node.key, 'id') || path.parent.type !== 'ObjectExpression')
    return false;
  return path.parent.properties.some(
    (property) => property.type === 'ObjectProperty' && isNamed(property.key, 'src', 'initial'),
  );
}

/**
 * Makes Stryker create no mutants in texts that neither a user nor a caller of the API sees, such as the ids of
 * machines and actors. These ids appear only in logs, and `tests/machines/conventions.test.ts` checks them.
 */
const textIgnorer = {
  shouldIgnore(path: babel.NodePath): string | undefined {
    if (path.isObjectProperty() && isNamed(path.node.key, 'description')) return 'a description';
    if (isMachineId(path)) return 'an id of a state machine';
    if (path.isNewExpression() && isNamed(path.node.callee, 'Error')) return 'the message of an error';
    return isLogCall(path) ? 'a line of the log' : undefined;
  },
};

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker),
  declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorReporter),
  declareValuePlugin(PluginKind.Ignore, 'text', textIgnorer),
];
