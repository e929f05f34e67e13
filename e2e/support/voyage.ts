import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './console-watch.ts';
import { type SiteServer, startSite } from './site-server.ts';
import { Visitor } from './visitor.ts';

type Journey = { watch: ConsoleWatch; visitor: Visitor };
type Worker = { site: SiteServer };

/** Playwright's test on the built site: one server a worker, and a journey whose pages log an error has failed. */
export const test = base.extend<Journey, Worker>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  watch: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch();
      watch.follow(context);
      await use(watch);
      expect(watch.faults, 'errors that the pages logged').toEqual([]);
    },
    { auto: true },
  ],
  visitor: ({ page }, use) => use(new Visitor(page)),
});

export { expect };
