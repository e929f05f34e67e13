import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, pinnedNode, root, runQuietly } from './command.mjs';

const STAMP = join(root, 'dist', '.landfall-stamp');
const INPUTS = [
  'src',
  'machines',
  'contract',
  'sw',
  'lab',
  'public',
  'setup/build',
  'vite.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
// The router plugin writes `src/routeTree.gen.ts` during the build, so a change of that file does not cause another
// build.
const GENERATED = 'src/routeTree.gen.ts';
const OUTPUTS = ['dist/client/shell.html', 'dist/client/staff-sw.js', 'dist/server/entry-server.js'];

/**
 * The paths of all files in a folder and its subfolders, relative to the project's root. For the path of a file, only
 * this path.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesBelow)) {
    if (path === GENERATED) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds browser and server bundles into `dist` unless their inputs are the same as last time. */
export async function build() {
  const wanted = fingerprint();
  const isWhole = OUTPUTS.every((path) => existsSync(join(root, path)));
  if (isWhole && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 'already there';
  rmSync(STAMP, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await runQuietly(pinnedNode, [vite, 'build', '--app'], { env: environment({ NODE_ENV: 'production' }) });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(STAMP, wanted);
  return 'ok';
}
