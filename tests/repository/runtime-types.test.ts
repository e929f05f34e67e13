import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './source-files.ts';

const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
/** Matches the path of the file that declares `window` and `document`. */
const browserTypes = /\/lib\.dom\.d\.ts$/m;
/** Matches the paths of the files that declare `node:fs` and `process`. */
const nodeTypes = /\/node_modules\/@types\/node\//m;

/**
 * The files of a project with its libraries. Code that uses a global or a module that none of them declares does not
 * compile.
 */
function filesOf(project: string): string {
  const args = [compiler, '-p', join(root, project), '--listFilesOnly'];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 });
}

it.each([
  { project: 'src', isBrowser: true, isNode: false },
  { project: 'src/staff', isBrowser: true, isNode: false },
  { project: 'lab', isBrowser: true, isNode: false },
  { project: 'server', isBrowser: false, isNode: true },
  { project: 'sw', isBrowser: false, isNode: false },
  { project: 'setup', isBrowser: false, isNode: true },
])(
  'the TypeScript project $project includes DOM types and Node types only if its code may use them',
  { timeout: 120_000 },
  ({ project, isBrowser, isNode }) => {
    const files = filesOf(project);
    expect({ isBrowser: browserTypes.test(files), isNode: nodeTypes.test(files) }).toEqual({ isBrowser, isNode });
  },
);
