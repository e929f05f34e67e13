import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['contract', 'lab', 'machines', 'public', 'server', 'setup', 'src', 'sw'];
// The files that are copied to build the next release. The tsconfig of the tests is among them, because tsconfig.json
// refers to it.
const files = [
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
  'tests/tsconfig.json',
  'tests/src/staff/tsconfig.json',
  'vite.config.ts',
];

/**
 * Builds the site without the parts that take most of the time of a complete build: the staff console, the path lab and
 * the compressed copies of files.
 */
const buildSite = `
  import { createBuilder } from 'vite';
  const { build, environments } = await createBuilder({}, null);
  await build(environments.client);
  await build(environments.ssr);
`;

/** Attribute of the `html` element by which a test recognizes pages of the next release. */
export const releaseAttribute = 'data-release';

export type NextRelease = { folder: string; dispose: () => Promise<void> };

/**
 * Builds a changed copy of the site in a temporary folder. Because of the change, the entry chunk and all chunks that
 * import it get new file names.
 */
export async function buildNextRelease(): Promise<NextRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-release-'));
  for (const name of [...folders, ...files]) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'content']) await symlink(join(root, name), join(folder, name));
  await appendFile(
    join(folder, 'src/main.tsx'),
    `\ndocument.documentElement.setAttribute('${releaseAttribute}', 'next');\n`,
  );
  const node = join(root, 'node_modules/.bin/node');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(node, ['--input-type=module', '--eval', buildSite], { cwd: folder, env });
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}
