/**
 * Takes each guard of the booking core away, one at a time, in a private copy of the tree, and runs the tests that should
 * notice. `npm run mutations [part of a name]`. Ends with 1 where a guard can be removed unnoticed, or where the list no
 * longer fits the code.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { root } from '../house/source-files.ts';
import { type Mutation, mutations } from './mutations.ts';
import { type Outcome, readOutcome } from './read-outcome.ts';

const uncopied = ['node_modules', 'dist', '.git', '.data', 'content/media', 'docs', 'e2e'];

async function copyTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'landfall-mutations-'));
  await cp(root, copy, { recursive: true, filter: (path) => !uncopied.includes(relative(root, path)) });
  for (const shared of ['node_modules', 'dist']) await symlink(join(root, shared), join(copy, shared));
  return copy;
}

async function runTests(copy: string, tests: readonly string[]): Promise<Outcome> {
  const report = join(copy, 'outcome.json');
  await rm(report, { force: true });
  const vitest = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'node',
    '--bail',
    '1',
    '--testTimeout',
    '60000',
  ];
  const reporting = ['--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, FAULTS_RUNS: '60' };
  const child = spawn(process.execPath, [...vitest, ...reporting, ...tests], { cwd: copy, env, stdio: 'ignore' });
  await new Promise((resolve) => child.once('close', resolve));
  return readOutcome(report);
}

/** Answers what is wrong with the list; undefined where the text stands once. */
async function mutate(copy: string, { file, text, becomes }: Mutation): Promise<string | undefined> {
  const source = await readFile(join(copy, file), 'utf8').catch(() => '');
  const found = source.split(text).length - 1;
  if (found !== 1) return `${file} has the guard ${found} times`;
  await writeFile(
    join(copy, file),
    source.replace(text, () => becomes),
  );
  return undefined;
}

async function judge(copy: string, mutation: Mutation): Promise<{ isKilled: boolean; told: string }> {
  const misfit = await mutate(copy, mutation);
  if (misfit) return { isKilled: false, told: `does not apply: ${misfit}` };
  const first = await runTests(copy, mutation.tests);
  const saysNothing = first.failed.length === 0 && first.unloaded.length > 0;
  const outcome = saysNothing ? await runTests(copy, mutation.tests) : first;
  await cp(join(root, mutation.file), join(copy, mutation.file));
  const [test] = outcome.failed;
  if (test) return { isKilled: true, told: `killed by "${test}"` };
  const told = outcome.unloaded.length > 0 ? `could not be tried: ${outcome.unloaded.join(', ')}` : 'SURVIVED';
  return { isKilled: false, told };
}

async function checkSound(copy: string, chosen: readonly Mutation[]): Promise<void> {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
  const { failed, unloaded, passed } = await runTests(copy, tests);
  if (failed.length + unloaded.length > 0 || passed === 0)
    throw new Error(`the tests fail before anything is changed: ${[...failed, ...unloaded].join(', ') || 'none ran'}`);
}

async function main(): Promise<boolean> {
  const wanted = process.argv[2] ?? '';
  const chosen = mutations.filter(({ guard }) => guard.includes(wanted));
  const copy = await copyTree();
  const survived: string[] = [];
  try {
    await checkSound(copy, chosen);
    for (const mutation of chosen) {
      const begun = performance.now();
      const { isKilled, told } = await judge(copy, mutation);
      if (!isKilled) survived.push(mutation.guard);
      console.log(`${mutation.guard} … ${told} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  console.log(`${chosen.length - survived.length} of ${chosen.length} guards are held by tests`);
  return survived.length === 0 && chosen.length > 0;
}

process.exitCode = (await main()) ? 0 : 1;
