import { join } from 'node:path';
import { environment, pinnedNode, root, runQuietly } from '../command.mjs';
import { SetupError } from '../stage.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

/** The name of Chromium's headless shell, and of the Debian package that contains it. */
const headlessShell = 'chromium-headless-shell';
/**
 * The Debian package with Liberation Sans. Pages use it until the web font has loaded; our style sheet adjusts its
 * metrics to those of the web font.
 */
const fallbackFont = 'fonts-liberation';
/**
 * The headless shell comes first. It opens a page in a third of the time that the full Chromium takes, which saves journeys
 * a third of their processor time.
 */
const programNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const launchTimeoutMs = 30_000;
/**
 * Flags for running as root, which Chromium does only without its sandbox. Most of the other flags prevent requests
 * that Chromium would send to Google on its own.
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
 * Path of the installed Chromium: `CHROMIUM_PATH`, or otherwise the first of `names` on the PATH. Undefined if there is
 * none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, names = programNames): string | undefined {
  return findProgram('CHROMIUM_PATH', names, { env });
}

/**
 * Playwright's launch options for the end-to-end tests: the browser that `findChromium` finds, otherwise Playwright's
 * own.
 */
export function chromiumLaunch(names = programNames): { executablePath?: string; args: string[] } {
  const found = findChromium(process.env, names);
  const args = process.getuid?.() === 0 ? rootFlags : [];
  return found ? { executablePath: found, args } : { args };
}

/** Launch options for measurements: the full Chromium that people use, not the headless shell. */
export function wholeChromiumLaunch(): { executablePath?: string; args: string[] } {
  return chromiumLaunch(programNames.filter((name) => name !== headlessShell));
}

async function installFromPlaywright(): Promise<void> {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(pinnedNode, [playwright, 'install', 'chromium'], { env: environment() });
}

/**
 * Whether the fallback font's package is installed. With any other fallback font, pages shift when the web font
 * arrives.
 */
async function hasFallbackFont(): Promise<boolean> {
  const status = await runQuietly('dpkg-query', ['--status', fallbackFont]).catch(() => '');
  return status.includes('Status: install ok installed');
}

/**
 * As root on Debian, installs a missing Chromium and fallback font from Debian's packages. If there is still no Chromium
 * after that, installs Playwright's own.
 */
async function ensureChromium(): Promise<void> {
  if (mayInstall()) {
    const hasChromium = findChromium() !== undefined;
    const missing = [...(hasChromium ? [] : [headlessShell]), ...((await hasFallbackFont()) ? [] : [fallbackFont])];
    if (missing.length > 0) await installFromDebian(...missing);
  }
  if (!findChromium()) await installFromPlaywright();
}

/** Starts the browser and opens a page. @throws SetupError that names the browser if it does not start */
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

/** Installs Chromium if it is missing, and starts it once, so that a broken one is reported before any test runs. */
export async function prepareBrowser(): Promise<void> {
  await ensureChromium();
  await checkChromium();
}
