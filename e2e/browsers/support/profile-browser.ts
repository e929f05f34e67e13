import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Driver } from './engine.ts';

/** A running browser with its tabs, as the library that drives the browser (Playwright or Puppeteer) represents it. */
type Program<Page> = { pages(): Page[] | Promise<Page[]>; newPage(): Promise<Page>; close(): Promise<void> };

/**
 * Opens a browser whose profile is a folder on disk. `start` starts the browser with this folder, so that what pages
 * have stored survives a restart.
 */
export async function openProfileBrowser<Page>(
  start: (profile: string) => Promise<Program<Page>>,
  driverOf: (page: Page) => Driver | Promise<Driver>,
): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'landfall-profile-'));
  let program = await start(profile);
  const firstTab = async () => driverOf((await program.pages())[0] ?? (await program.newPage()));
  let isUsed = false;
  return {
    async open() {
      if (isUsed) return driverOf(await program.newPage());
      isUsed = true;
      return firstTab();
    },
    async restart() {
      await program.close();
      program = await start(profile);
      return firstTab();
    },
    async close() {
      await program.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
