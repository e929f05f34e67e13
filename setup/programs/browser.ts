import { join } from 'node:path';
import { downloadTimeoutMs, environment, pinnedNode, root, runQuietly } from '../command.mjs';
import { SetupError } from '../stage.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

/** The name of Chromium's headless shell, which is also the name of its Debian package. */
const headlessShell = 'chromium-headless-shell';
/**
 * The Debian package of the font Liberation Sans, which pages use until the web font has loaded. The site's style sheet
 * adjusts the metrics of Liberation Sans to those of the web font.
 */
const fallbackFont = 'fonts-liberation';
/**
 * Names of Chromium programs, in order of preference. The headless shell is the first: it opens a page in a third of
 * the time that the full Chromium takes, which saves a third of the processor time of the end-to-end tests.
 */
const programNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const launchTimeoutMs = 30_000;
/**
 * Flags for Chromium when it runs as root, which is possible only without its sandbox. Most of the other flags prevent
 * requests that Chromium would send to Google on its own.
 */
const rootFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the path of an installed Chromium: the variable `CHROMIUM_PATH` or, if it is not set, the first of `names`
 * that is on the PATH. Undefined if there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, names = programNames): string | undefined {
  return findProgram('CHROMIUM_PATH', names, { env });
}

/**
 * Returns Playwright's launch options for the end-to-end tests: with the Chromium that `findChromium` finds, or else
 * with the one that Playwright has downloaded.
 */
export function chromiumLaunch(names = programNames): { executablePath?: string; args: string[] } {
  const found = findChromium(process.env, names);
  const args = process.getuid?.() === 0 ? rootFlags : [];
  return found ? { executablePath: found, args } : { args };
}

/**
 * Returns Playwright's launch options for measurements: with the full Chromium that people use, not the headless shell.
 */
export function wholeChromiumLaunch(): { executablePath?: string; args: string[] } {
  return chromiumLaunch(programNames.filter((name) => name !== headlessShell));
}

async function installFromPlaywright(): Promise<void> {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(pinnedNode, [playwright, 'install', 'chromium'], { env: environment(), timeout: downloadTimeoutMs });
}

/**
 * Whether the Debian package of the fallback font is installed. With any other fallback font, the text of pages shifts
 * when the web font has loaded.
 */
async function hasFallbackFont(): Promise<boolean> {
  const status = await runQuietly('dpkg-query', ['--status', fallbackFont]).catch(() => '');
  return status.includes('Status: install ok installed');
}

/**
 * As root on Debian, installs Chromium and the fallback font from Debian's packages if they are missing. If there is
 * still no Chromium after that, downloads Playwright's own.
 */
async function ensureChromium(): Promise<void> {
  if (mayInstall()) {
    const hasChromium = findChromium() !== undefined;
    const missing = [...(hasChromium ? [] : [headlessShell]), ...((await hasFallbackFont()) ? [] : [fallbackFont])];
    if (missing.length > 0) await installFromDebian(...missing);
  }
  if (!findChromium()) await installFromPlaywright();
}

/** Starts Chromium once and opens a page. @throws SetupError that names the program if this fails */
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

/**
 * Installs Chromium if it is missing, and starts it once, so that a Chromium that does not work is reported before any
 * test runs.
 */
export async function prepareBrowser(): Promise<void> {
  await ensureChromium();
  await checkChromium();
}
