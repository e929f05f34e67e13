import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../house/source-files.ts';

/** Runs the build of the real configuration in the current folder, as if it were interrupted at its first step. */
const interruptedBuild = `
  const { default: config } = await import(${JSON.stringify(pathToFileURL(join(root, 'vite.config.ts')).href)});
  const build = () => Promise.reject(new Error('interrupted'));
  await config.builder.buildApp({ environments: { client: {} }, build });
`;

it('an interrupted npm run build deletes the stamp of the earlier build, so that npm start builds again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'dist'));
  const stamp = join(folder, 'dist/.landfall-stamp');
  await writeFile(stamp, 'of the earlier build');
  const building = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', interruptedBuild], {
    cwd: folder,
  });
  await expect(building).rejects.toThrow('interrupted');
  expect(existsSync(stamp)).toBe(false);
});
