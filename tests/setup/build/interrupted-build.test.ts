import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../repository/source-files.ts';
import { createSampleProject } from '../sample-project.ts';

/** Runs the build of the real configuration in the current folder, as if it were interrupted at its first step. */
const interruptedBuild = `
  const { default: config } = await import(${JSON.stringify(pathToFileURL(join(root, 'vite.config.ts')).href)});
  const build = () => Promise.reject(new Error('interrupted'));
  await config.builder.buildApp({ environments: { client: {} }, build });
`;

it('npm start builds again after an interrupted npm run build, although the files of the earlier build exist', async () => {
  const project = await createSampleProject();
  await project.start();
  const building = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', interruptedBuild], {
    cwd: project.folder,
  });
  await expect(building).rejects.toThrow('interrupted');
  await project.start();
  expect(await project.calls('build.log')).toHaveLength(2);
});
