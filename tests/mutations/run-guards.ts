import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { root } from '../repository/source-files.ts';
import { type Guard, guards } from './guards.ts';

/**
 * The result of a Vitest run. `notRun`: the test files that did not run, for example because their database did not
 * start.
 */
type TestResult = { failed: string[]; notRun: string[]; passed: number };

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/**
 * Reads the JSON report of a Vitest run. If Vitest could not start, there is no report, and all test files count as not
 * run.
 */
async function readReport(path: string): Promise<TestResult> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') return { failed: [], notRun: ['all files'], passed: 0 };
  const { numPassedTests, testResults } = reportSchema.parse(JSON.parse(text));
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const notRun = testResults.filter(({ status, assertionResults }) => {
    const statuses = assertionResults.map((assertion) => assertion.status);
    if (statuses.includes('failed')) return false;
    return status === 'failed' || !statuses.includes('passed');
  });
  return { failed, notRun: notRun.map(({ name }) => name), passed: numPassedTests };
}

const uncopied = ['node_modules', 'dist', '.git', '.data', 'content/media', 'docs', 'e2e'];

async function copyTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'landfall-mutations-'));
  await cp(root, copy, { recursive: true, filter: (path) => !uncopied.includes(relative(root, path)) });
  for (const shared of ['node_modules', 'dist']) await symlink(join(root, shared), join(copy, shared));
  return copy;
}

async function runTests(copy: string, tests: readonly string[]): Promise<TestResult> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'node', '--bail', '1'];
  const options = ['--testTimeout', '60000', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, FAULTS_RUNS: '60' };
  const child = spawn(process.execPath, [...vitest, ...options, ...tests], { cwd: copy, env, stdio: 'ignore' });
  await new Promise((resolve) => child.once('close', resolve));
  return readReport(report);
}

/**
 * Removes a safeguard from the copied source tree. Returns an error message if the text to replace does not occur
 * exactly once in the safeguard's file.
 */
async function removeGuard(copy: string, { file, text, becomes }: Guard): Promise<string | undefined> {
  const source = await readFile(join(copy, file), 'utf8').catch(() => '');
  const count = source.split(text).length - 1;
  if (count !== 1) return `does not apply: ${file} contains its text ${count} times`;
  await writeFile(
    join(copy, file),
    source.replace(text, () => becomes),
  );
  return undefined;
}

async function testGuard(copy: string, guard: Guard): Promise<{ isKilled: boolean; message: string }> {
  const fault = await removeGuard(copy, guard);
  if (fault) return { isKilled: false, message: fault };
  const first = await runTests(copy, guard.tests);
  // Run the tests again if none failed but some did not run, for example because their database did not start in time.
  // They may still notice that the safeguard is missing.
  const isInconclusive = first.failed.length === 0 && first.notRun.length > 0;
  const { failed, notRun } = isInconclusive ? await runTests(copy, guard.tests) : first;
  await cp(join(root, guard.file), join(copy, guard.file));
  const [test] = failed;
  if (test) return { isKilled: true, message: `killed by "${test}"` };
  return { isKilled: false, message: notRun.length > 0 ? `tests did not run: ${notRun.join(', ')}` : 'SURVIVED' };
}

async function checkTestsPass(copy: string, chosen: readonly Guard[]): Promise<void> {
  const tests = [...new Set(chosen.flatMap((guard) => guard.tests))];
  const { failed, notRun, passed } = await runTests(copy, tests);
  if (failed.length + notRun.length > 0 || passed === 0)
    throw new Error(`the tests fail before anything is changed: ${[...failed, ...notRun].join(', ') || 'none ran'}`);
}

/**
 * Checks that the tests notice each missing safeguard. Removes the safeguards whose name contains `wanted` from a copy
 * of the source tree, one at a time, and runs their tests. Returns true if a test failed for each of them.
 */
export async function runGuards(wanted: string): Promise<boolean> {
  const chosen = guards.filter(({ name }) => name.includes(wanted));
  const copy = await copyTree();
  const missed: string[] = [];
  try {
    await checkTestsPass(copy, chosen);
    for (const guard of chosen) {
      const start = performance.now();
      const { isKilled, message } = await testGuard(copy, guard);
      if (!isKilled) missed.push(guard.name);
      console.log(`${guard.name} … ${message} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  console.log(`${chosen.length - missed.length} of ${chosen.length} guards are covered by tests`);
  return missed.length === 0 && chosen.length > 0;
}
