import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { coreFilesOf, markCoreFiles } from '../../../setup/build/core-files.ts';

const manifest = {
  'src/shell.html': { file: 'assets/shell-1.js', css: ['assets/shell-1.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'assets/deep-1.js', css: ['assets/deep-1.css'], imports: ['_shared.js'] },
  'src/routes/login.tsx': { file: 'assets/login-1.js' },
};

it('the core files, which the service worker stores first, are the chunks of the core modules, their imports and their style sheets', () => {
  expect([...coreFilesOf(manifest, ['src/shell.html'])].sort()).toEqual([
    'assets/deep-1.css',
    'assets/deep-1.js',
    'assets/shared-1.js',
    'assets/shell-1.css',
    'assets/shell-1.js',
  ]);
});

it('a build that has no chunk for a core module fails and names the module', () => {
  expect(() => coreFilesOf(manifest, ['src/gone.tsx'])).toThrow('The build has no chunk for src/gone.tsx');
});

it('the service worker stores the shell’s first script as a core file, because pages rendered by the server do not load it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-core-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'shell.html'), '<script type="module" crossorigin src="/assets/start-1.js"></script>');
  const entries = ['assets/start-1.js', 'assets/shell-1.js', 'assets/login-1.js', 'shell.html'].map((url) => ({ url }));
  expect(await markCoreFiles(folder, entries, ['src/shell.html'])).toEqual({
    manifest: [
      { url: 'assets/start-1.js', isCore: true },
      { url: 'assets/shell-1.js', isCore: true },
      { url: 'assets/login-1.js' },
      { url: 'shell.html', isCore: true },
    ],
  });
});
