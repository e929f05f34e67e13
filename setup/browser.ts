import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, pinnedNode, root, runQuietly } from './command.mjs';
import { SetupError } from './stage.mjs';

/** A program of Chromium, and a package of Debian. */
const headlessShell = 'chromium-headless-shell';
/** Debian's package with Liberation Sans. */
const fallbackFont = 'fonts-liberation';
/** The headless shell comes first: it opens a page in a third of the time of a Chromium that could show windows. */
const programNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const launchTimeoutMs = 30_000;
/** Chromium refuses to run as root in its sandbox, and looks for its maker's hosts unless told not to. */
const rootFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the machine's Chromium: `CHROMIUM_PATH`, else the first of `names` on the path; undefined when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env, names = programNames): string | undefined {
  if (env.CHROMIUM_PATH) {
    if (isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new SetupError(
      `CHROMIUM_PATH is not a program (${env.CHROMIUM_PATH}): correct it, or unset it to have one found`,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Playwright's launch options for the browser of the journeys: the one that `findChromium` finds, else Playwright's own. */
export function chromiumLaunch(names = programNames): { executablePath?: string; args: string[] } {
  const found = findChromium(process.env, names);
  const args = process.getuid?.() === 0 ? rootFlags : [];
  return found ? { executablePath: found, args } : { args };
}

/** Launch options of a whole Chromium, for measurements: what people use. */
export function wholeChromiumLaunch(): { executablePath?: string; args: string[] } {
  return chromiumLaunch(programNames.filter((name) => name !== headlessShell));
}

/** Debian has Chromium as a package; in its descendants such a package may be empty. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installFromDebian(...packages: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

async function installFromPlaywright(): Promise<void> {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(pinnedNode, [playwright, 'install', 'chromium'], { env: environment() });
}

/** Pages must not move when their font arrives, which needs one of the fonts that our fallback font was measured for. */
async function hasFallbackFont(): Promise<boolean> {
  const status = await runQuietly('dpkg-query', ['--status', fallbackFont]).catch(() => '');
  return status.includes('Status: install ok installed');
}

/** Installs Chromium and a font where there is none: from Debian where we may, else Playwright's own Chromium. */
async function ensureChromium(): Promise<void> {
  const mayUseDebian = process.getuid?.() === 0 && isDebian();
  const hasChromium = findChromium() !== undefined;
  if (mayUseDebian) {
    const missing = [...(hasChromium ? [] : [headlessShell]), ...((await hasFallbackFont()) ? [] : [fallbackFont])];
    if (missing.length > 0) await installFromDebian(...missing);
  }
  if (!findChromium()) await installFromPlaywright();
}

/** Starts the browser and opens a page. @throws SetupError that names the browser when it cannot */
async function checkChromium(): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const options = chromiumLaunch();
  try {
    const browser = await chromium.launch({ ...options, timeout: launchTimeoutMs });
    await (await browser.newPage()).goto('about:blank', { timeout: launchTimeoutMs });
    await browser.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 8).join('\n') : String(error);
    throw new SetupError(`${options.executablePath ?? 'Playwright’s Chromium'} does not start:\n${reason}`);
  }
}

/** Gets a Chromium where there is none, and starts it once, so that a broken one is reported before any test runs. */
export async function prepareBrowser(): Promise<void> {
  await ensureChromium();
  await checkChromium();
}
