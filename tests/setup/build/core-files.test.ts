import { expect, it } from 'vitest';
import { coreFilesOf } from '../../../setup/build/core-files.ts';

const manifest = {
  'src/shell.html': { file: 'assets/shell-1.js', css: ['assets/shell-1.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'assets/deep-1.js', css: ['assets/deep-1.css'], imports: ['_shared.js'] },
  'src/routes/login.tsx': { file: 'assets/login-1.js' },
};

it('the core files of a build are the chunks of the core modules, all chunks that they import, and the style sheets of both', () => {
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
