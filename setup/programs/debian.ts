import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../command.mjs';
import { SetupError } from '../stage.mjs';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of an installed program: the one that the environment variable names, or else the first of `names` in `folders`.
 * Undefined if there is none.
 */
export function findProgram(
  variable: string,
  names: readonly string[],
  { env = process.env, folders = [] as readonly string[] } = {},
): string | undefined {
  const chosen = env[variable];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new SetupError(`${variable} is not a program (${chosen}): correct it, or unset it to have one found`);
  }
  const searched = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...folders];
  return names.flatMap((name) => searched.map((folder) => join(folder, name))).find(isProgram);
}

/** Whether this is Debian itself. In distributions derived from it, the Chromium package may be empty. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Whether this user may install Debian packages: root, on Debian itself. */
export const mayInstall = () => process.getuid?.() === 0 && isDebian();

export async function installFromDebian(...packages: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}
