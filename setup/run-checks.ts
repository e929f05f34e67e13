// Checks a change before it is committed; started by check.mjs.
//   npm run check          format, lint, unused code, types, tests/repository, and the tests that the change concerns
//   npm run check -- all   the same, but with all tests that need neither PostgreSQL nor a browser
// The steps run in parallel on all cores; each prints its result when it is done.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, pinnedNode, root } from './command.mjs';
import { seconds } from './stage.mjs';
import { readVitestReport, slowestFiles, type TestReport } from './test-reports.ts';

type Step = { name: string; args: string[]; report?: string };

const reports = mkdtempSync(join(tmpdir(), 'landfall-check-'));
// Test the outbox with fewer random sequences of events than `npm test` does.
const env = environment({ OUTBOX_RUNS: '30', ...process.env });

/** Returns the commit at which the checked-out branch left `main`. Undefined outside a git repository. */
function findBase(): string | undefined {
  for (const main of ['origin/main', 'main', 'HEAD']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

const base = process.argv[2] === 'all' ? undefined : findBase();
/**
 * Vitest options that limit a run to the test files which import, directly or indirectly, a file that has changed since
 * `base`.
 */
const concerned = base === undefined ? [] : ['--changed', base, '--passWithNoTests'];

/**
 * Returns a step that runs tests in a single Vitest worker, because a worker loads each module only once for all test
 * files.
 */
function tests(name: string, ...args: string[]): Step {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const output = ['--reporter', 'dot', '--reporter', 'json', `--outputFile.json=${report}`];
  return { name, report, args: ['node_modules/vitest/vitest.mjs', 'run', ...output, '--maxWorkers', '1', ...args] };
}

/** Folders of the Vitest project `node` whose tests need no database. */
const unitFolders = ['tests/contract', 'tests/machines', 'tests/lab', 'tests/sw', 'tests/src'];

const steps: Step[] = [
  { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'unused files and exports', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b', '--noEmit'] },
  tests('tests of the repository itself', '--project', 'node', 'tests/repository'),
  tests('unit tests', '--project', 'node', ...concerned, ...unitFolders),
  tests('unit tests, alone', '--project', 'node-alone', ...concerned),
  tests('page tests, first half', '--project', 'page', '--shard', '1/2', ...concerned),
  tests('page tests, second half', '--project', 'page', '--shard', '2/2', ...concerned),
  tests('page tests, alone', '--project', 'page-alone', ...concerned),
];

async function run({ name, args, report }: Step): Promise<{ isRight: boolean; tests?: TestReport }> {
  const start = performance.now();
  const child = spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number>((resolve) => child.on('close', (one) => resolve(one ?? 1)));
  if (code !== 0) process.stdout.write(Buffer.concat(printed));
  console.log(`${name} … ${code === 0 ? 'ok' : 'failed'} (${seconds(performance.now() - start)})`);
  return { isRight: code === 0, ...(report && { tests: readVitestReport(report, code) }) };
}

const start = performance.now();
const results = await Promise.all(steps.map(run));
rmSync(reports, { recursive: true, force: true });
console.log('\nslowest test files');
for (const line of slowestFiles(results.flatMap(({ tests }) => tests?.files ?? []))) console.log(line);
console.log(`\neverything in ${seconds(performance.now() - start)}`);
process.exitCode = results.every(({ isRight }) => isRight) ? 0 : 1;
