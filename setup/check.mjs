// `npm run check`: format, lint, types and the tests that need neither database nor browser; under a minute.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The rest of the suites needs PostgreSQL or a browser.
const quick = ['tests/house', 'tests/contract', 'tests/machines', 'tests/src', 'tests/sw'];
const steps = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']],
  ['types of the worker', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'sw/tsconfig.json']],
  [
    'unit tests',
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--project', 'page*', '--reporter', 'dot', ...quick],
  ],
];

for (const [name, command] of steps) {
  const begun = performance.now();
  const { status } = spawnSync('node_modules/.bin/node', command, { cwd: root, stdio: 'inherit' });
  console.log(`${name} … ${status === 0 ? 'ok' : 'failed'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
