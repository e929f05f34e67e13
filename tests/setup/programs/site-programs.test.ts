import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSiteProgram, requireSiteProgram } from '../../../setup/programs/site-programs.ts';

test.each([
  ['nginx', 'NGINX_PATH'],
  ['pgbouncer', 'PGBOUNCER_PATH'],
  ['caddy', 'CADDY_PATH'],
  ['openssl', 'OPENSSL_PATH'],
  ['systemd-analyze', 'SYSTEMD_ANALYZE_PATH'],
] as const)('the program %s is found on the PATH or in the environment variable %s', async (name, variable) => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-programs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, name);
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o755);
  expect(findSiteProgram(name, { PATH: folder })).toBe(program);
  expect(requireSiteProgram(name, { PATH: '', [variable]: program })).toBe(program);
  expect(() => requireSiteProgram(name, { PATH: '', [variable]: join(folder, 'gone') })).toThrow(
    `${variable} is not a program`,
  );
});
