import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copied = ['contract', 'machines', 'public', 'server', 'setup', 'src', 'sw'];
const files = ['package.json', 'postcss.config.mjs', 'tsconfig.json', 'vite.config.ts'];

/** What the next release's pages say of themselves, on their root element. */
export const releaseMark = 'data-release';

export type NextRelease = { folder: string; dispose: () => Promise<void> };

/** Builds the site a second time, changed so that its start and all that leans on it have other names, in a folder of its own. */
export async function buildNextRelease(): Promise<NextRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-release-'));
  for (const name of [...copied, ...files]) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'content']) await symlink(join(root, name), join(folder, name));
  await appendFile(
    join(folder, 'src/main.tsx'),
    `\ndocument.documentElement.setAttribute('${releaseMark}', 'next');\n`,
  );
  const node = join(root, 'node_modules/.bin/node');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(node, ['node_modules/vite/bin/vite.js', 'build', '--app'], { cwd: folder, env });
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}
