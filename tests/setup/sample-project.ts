import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const setup = join(import.meta.dirname, '../../setup');

// A stand-in for npm. It logs how it was called and creates the files that a real `npm install` would create.
const NPM = `#!${process.execPath}
const fs = require('node:fs');
const [command] = process.argv.slice(2);
fs.appendFileSync('npm.log', command + '\\n');
const mode = process.env.SAMPLE_NPM;
if (mode === 'broken') { console.error('npm error code E500'); process.exit(1); }
if (mode === 'partial' && command === 'ci') { console.error('npm error Missing: other-platform@ from lock file'); process.exit(1); }
if (mode === 'outdated' && command === 'ci') { console.error('npm error Missing: needed@1.0.0 from lock file'); process.exit(1); }
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/node/bin', { recursive: true });
fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
fs.mkdirSync('node_modules/vite/bin', { recursive: true });
fs.writeFileSync('node_modules/vite/bin/vite.js', fs.readFileSync('vite.sample.js'));
`;

const VITE = `
const fs = require('node:fs');
fs.appendFileSync('build.log', 'built\\n');
if (fs.readFileSync('src/main.tsx', 'utf8').includes('oops')) { console.error('src/main.tsx: oops'); process.exit(1); }
fs.mkdirSync('dist/client', { recursive: true });
fs.mkdirSync('dist/server', { recursive: true });
fs.writeFileSync('dist/client/shell.html', '');
fs.writeFileSync('dist/client/staff-sw.js', '');
fs.writeFileSync('dist/server/entry-server.js', '');
fs.writeFileSync('src/routeTree.gen.ts', String(Math.random()));
`;

const SERVER = `
const stop = () => { console.log('asked to stop'); setTimeout(() => process.exit(7), 100); };
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
console.log('listening, pid ' + process.pid);
if (process.env.SAMPLE_SERVER === 'stays') setInterval(() => {}, 1000);
`;

const FILES: Record<string, string> = {
  'package.json': JSON.stringify({ type: 'commonjs', dependencies: { node: '24.0.0' } }),
  'package-lock.json': JSON.stringify({
    packages: { '': { dependencies: { node: '24.0.0' }, optionalDependencies: { 'other-platform': '1' } } },
  }),
  'bin/npm': NPM,
  'vite.sample.js': VITE,
  'src/main.tsx': 'export {};',
  'server/main.ts': SERVER,
};

export type SampleProject = {
  folder: string;
  write: (path: string, text: string) => Promise<void>;
  /**
   * The lines in a log of the sample project. The stand-ins for npm and for the build each write one line whenever they
   * are run.
   */
  calls: (log: 'npm.log' | 'build.log') => Promise<string[]>;
  spawnStart: (env?: Record<string, string>) => ChildProcess;
  /** Runs `setup/start.mjs` in the sample project and waits until it exits. */
  start: (env?: Record<string, string>) => Promise<{ output: string; code: number | null }>;
};

/**
 * Creates a small sample project with the real setup scripts. Only npm, Vite and the server are replaced by stand-ins.
 */
export async function createSampleProject(): Promise<SampleProject> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-sample-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await cp(setup, join(folder, 'setup'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await write(path, text);
  await chmod(join(folder, 'bin/npm'), 0o755);
  const spawnStart = (env: Record<string, string> = {}) => {
    const path = `${join(folder, 'bin')}:/usr/bin:/bin`;
    return spawn(process.execPath, ['setup/start.mjs'], { cwd: folder, env: { PATH: path, ...env } });
  };
  return {
    folder,
    write,
    spawnStart,
    calls: async (log) => (await readFile(join(folder, log), 'utf8').catch(() => '')).split('\n').filter(Boolean),
    start: async (env) => {
      const child = spawnStart(env);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      }
      const [code] = await once(child, 'close');
      return { output, code };
    },
  };
}
