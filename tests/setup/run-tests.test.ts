import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pinnedNode, root } from '../../setup/command.mjs';

test('npm test fails before the build if the program named in CHROMIUM_PATH does not exist', () => {
  const env = { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' };
  const { stdout, stderr, status } = spawnSync(pinnedNode, ['setup/run-tests.ts'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toContain('CHROMIUM_PATH is not a program (/nowhere/chromium)');
  expect(stdout).toMatch(/^browser +… failed \(.*\)\n0 passed, 1 failed\n$/);
  expect(status).toBe(1);
});
