/** Chromium as the machine has it: `CHROMIUM_PATH`, else the first on the path; undefined when there is none. */
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
/** Finds a Chromium or installs one; answers its path, undefined for Playwright's own. */
export function ensureBrowser(): Promise<string | undefined>;
