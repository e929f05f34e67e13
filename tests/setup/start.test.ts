import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSampleProject } from './sample-project.ts';

test('the first npm start installs packages and builds the site, and the second does neither', async () => {
  const project = await createSampleProject();
  const first = await project.start();
  expect(first.output).toMatch(/^install +… ok \(\d+\.\d s\)\nbuild +… ok \(\d+\.\d s\)\nlistening, pid \d+\n$/);
  const second = await project.start();
  expect(second.output).toMatch(/^install +… already there .*\nbuild +… already there .*\nlistening/);
  expect(second.code).toBe(0);
  expect(await project.calls('npm.log')).toEqual(['ci']);
  expect(await project.calls('build.log')).toHaveLength(1);
});

test('npm start builds again after a change of a source file, but not after a change of a file that the build writes', async () => {
  const project = await createSampleProject();
  await project.start();
  await project.write('src/routeTree.gen.ts', 'changed');
  await project.start();
  expect(await project.calls('build.log')).toHaveLength(1);
  await project.write('src/main.tsx', 'export const changed = true;');
  await project.start();
  expect(await project.calls('build.log')).toHaveLength(2);
});

test('npm start builds again if a file of the build is missing', async () => {
  const project = await createSampleProject();
  await project.start();
  await rm(join(project.folder, 'dist/client/staff-sw.js'));
  await project.start();
  expect(await project.calls('build.log')).toHaveLength(2);
});

test('npm start installs again if the lockfile has changed, but not if only the scripts in package.json have changed', async () => {
  const project = await createSampleProject();
  await project.start();
  const declared = JSON.parse(await readFile(join(project.folder, 'package.json'), 'utf8'));
  await project.write('package.json', JSON.stringify({ ...declared, scripts: { more: 'true' } }));
  await project.start();
  expect(await project.calls('npm.log')).toEqual(['ci']);
  await project.write('package-lock.json', JSON.stringify({ packages: { '': {} }, lockfileVersion: 3 }));
  await project.start();
  expect(await project.calls('npm.log')).toEqual(['ci', 'ci']);
});

test('npm start shows npm’s error when installing packages fails, and the next npm start installs them', async () => {
  const project = await createSampleProject();
  const failed = await project.start({ SAMPLE_NPM: 'broken' });
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('npm error code E500');
  expect(failed.output).not.toContain('    at ');
  expect((await project.start()).code).toBe(0);
});

test('npm start accepts a lockfile that lacks optional packages of another platform, but not a lockfile that lacks a needed package', async () => {
  const project = await createSampleProject();
  expect((await project.start({ SAMPLE_NPM: 'outdated' })).code).toBe(1);
  expect((await project.start({ SAMPLE_NPM: 'partial' })).code).toBe(0);
  expect(await project.calls('npm.log')).toEqual(['ci', 'ci', 'install']);
});

test('npm start shows Vite’s error when the build fails, and the next npm start builds again', async () => {
  const project = await createSampleProject();
  await project.start();
  await project.write('src/main.tsx', 'oops');
  const failed = await project.start();
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('src/main.tsx: oops');
  await project.write('src/main.tsx', 'export {};');
  expect((await project.start()).output).toMatch(/build +… ok/);
});

test('SIGTERM and SIGINT that reach npm start at the same time, as on Ctrl-C, are passed to the server as one signal', async () => {
  const project = await createSampleProject();
  const child = project.spawnStart({ SAMPLE_SERVER: 'stays' });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 20_000 }).toContain('listening');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(7);
  expect(output.match(/asked to stop/g)).toHaveLength(1);
});

test('SIGTERM to npm start stops the server once, and npm start exits with the server’s exit code', async () => {
  const project = await createSampleProject();
  const child = project.spawnStart({ SAMPLE_SERVER: 'stays' });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 20_000 }).toContain('listening');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(7);
  expect(output.match(/asked to stop/g)).toHaveLength(1);
});
