import { globSync } from 'node:fs';
import { join } from 'node:path';
import { downloadTimeoutMs, environment, pinnedNode, root, runQuietly } from '../command.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

// Firefox and WebKit, in which `npm run browsers` plays the most important journeys (docs/browsers.md). On Debian, both
// are installed as packages: Firefox, which is driven through WebDriver BiDi, and WebKitGTK with its WebDriver server.
// On other systems, Playwright's builds are used.

/** Where Debian and Fedora install MiniBrowser, the browser of WebKitGTK. This folder is not on the PATH. */
const miniBrowsers = ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/libexec/webkit2gtk-4.1/MiniBrowser'];

/**
 * Returns the path of an installed Firefox: the variable `FIREFOX_PATH` or, if it is not set, the first Firefox on the
 * PATH. Undefined if there is none.
 */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return findProgram('FIREFOX_PATH', ['firefox-esr', 'firefox'], { env });
}

/**
 * Returns the paths of the three programs that are needed to open a page in WebKitGTK. Undefined if one of them is
 * missing.
 */
export function findWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = findProgram('WEBKIT_DRIVER_PATH', ['WebKitWebDriver']);
  const browser = process.env.WEBKIT_BROWSER_PATH ?? globSync(miniBrowsers)[0];
  const display = findProgram('XVFB_PATH', ['Xvfb']);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/**
 * As root on Debian, installs Firefox and WebKitGTK if they are missing. If one of them is still missing after that,
 * downloads Playwright's own build of it.
 */
export async function prepareOtherBrowsers(): Promise<void> {
  if (mayInstall()) {
    const packages = [
      ...(findFirefox() ? [] : ['firefox-esr']),
      ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
    ];
    if (packages.length > 0) await installFromDebian(...packages);
  }
  const missing = [...(findFirefox() ? [] : ['firefox']), ...(findWebKit() ? [] : ['webkit'])];
  if (missing.length === 0) return;
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(pinnedNode, [playwright, 'install', ...missing], { env: environment(), timeout: downloadTimeoutMs });
}
