// `npm run check`: format, lint, types and the tests that need neither database nor browser, but for the long forms.
// The steps share the processor's cores; each prints what it found when it is done.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// What was found right is remembered, so that the next check reads what has changed.
const typesOf = (project, name) => [
  'node_modules/typescript/bin/tsc',
  ...['--noEmit', '--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`, '-p', project],
];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'dot', '--maxWorkers', '1'];
// Keeps what it made of each module for the next check.
const cached = [...vitest, '--experimental.fsModuleCache'];
// The rest of the suites needs PostgreSQL or a browser.
const folders = ['tests/house', 'tests/contract', 'tests/machines', 'tests/sw'];
// Tests of what a browser stores stand in a process each, the other unit tests share one.
const storage = 'tests/src/offline';
const pages = readdirSync(new URL('../tests/src', import.meta.url)).map((name) => `tests/src/${name}`);
const quick = [...folders, ...pages.filter((folder) => folder !== storage)];
// Less of what takes long than npm test runs: a third of the outbox's schedules, and no long forms (vitest.config.ts).
const env = { OUTBOX_RUNS: '100', ...process.env, QUICK_CHECK: '1' };
const steps = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  ['types', typesOf('tsconfig.json', 'types')],
  ['types of the worker', typesOf('sw/tsconfig.json', 'worker-types')],
  ['unit tests', [...cached, '--project', 'node', '--no-isolate', ...quick]],
  ['tests of the storage', [...vitest, '--project', 'node', storage]],
  ['page tests, alone', [...vitest, '--project', 'page-alone', 'tests/src']],
  // One worker keeps one browser for all its files; a second one a run would make one a file.
  ['page tests, first half', [...cached, '--project', 'page', '--shard', '1/2', 'tests/src']],
  ['page tests, second half', [...cached, '--project', 'page', '--shard', '2/2', 'tests/src']],
];

function run([name, command]) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const step = spawn('node_modules/.bin/node', command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = [];
    for (const stream of [step.stdout, step.stderr]) stream.on('data', (chunk) => printed.push(chunk));
    step.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(printed));
      console.log(`${name} … ${code === 0 ? 'ok' : 'failed'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(steps.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
