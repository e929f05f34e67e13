import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './console-watch.ts';
import { type SiteServer, startSite } from './site-server.ts';
import { Visitor } from './visitor.ts';

type Journey = { console: ConsoleWatch; visitor: Visitor };
type Worker = { site: SiteServer };

/** Playwright's test on the built site: one server a worker, and a journey that logs an error has failed. */
export const test = base.extend<Journey, Worker>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: x
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  console: async ({ context }, use) => {
    const watch = new ConsoleWatch();
    watch.follow(context);
    await use(watch);
    expect(watch.faults, 'errors that the pages logged').toEqual([]);
  },
  visitor: async ({ page, console }, use) => use(new Visitor(page)),
});

export { expect } from '@playwright/test';
