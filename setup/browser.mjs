import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, pinnedNode, root, runQuietly } from './command.mjs';
import { SetupError } from './stage.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Chromium as the machine has it: `CHROMIUM_PATH`, else the first on the path; undefined when there is none. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new SetupError(
      `CHROMIUM_PATH is no program (${env.CHROMIUM_PATH}): correct it, or unset it to have one found`,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** True where `apt-get install chromium` gives a real Chromium: elsewhere it may be an empty package. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installFromDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return findChromium();
}

async function installFromPlaywright() {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(pinnedNode, [playwright, 'install', 'chromium'], { env: environment() });
}

/** Finds a Chromium or installs one; answers its path, undefined for Playwright's own. */
export async function ensureBrowser() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isDebian()) {
    const installed = await installFromDebian();
    if (installed) return installed;
  }
  await installFromPlaywright();
  return undefined;
}
