import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadTimeoutMs, runQuietly } from '../command.mjs';
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
 * Returns the path of an installed program: the value of the environment variable or, if it is not set, the first of
 * `names` that is found on the PATH or in `folders`. Undefined if there is none.
 * @throws SetupError if the variable names something that is not a program
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

/**
 * Whether this system is Debian itself. In distributions derived from Debian, the Chromium package may contain no
 * Chromium.
 */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Whether Debian packages may be installed here: only by root, and only on Debian itself. */
export const mayInstall = () => process.getuid?.() === 0 && isDebian();

/** Options of apt-get: give up a connection that sends nothing for 30 seconds, and repeat a failed download once. */
const networkOptions = ['Acquire::http::Timeout=30', 'Acquire::https::Timeout=30', 'Acquire::Retries=1'];

export async function installFromDebian(...packages: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: downloadTimeoutMs };
  const common = ['-qq', ...networkOptions.flatMap((option) => ['-o', option])];
  await runQuietly('apt-get', ['update', ...common], options);
  await runQuietly('apt-get', ['install', '-y', ...common, '--no-install-recommends', ...packages], options);
}
