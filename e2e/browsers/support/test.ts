import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { ConsoleWatch } from '../../support/browser/console-watch.ts';
import type { SiteServer } from '../../support/site/site-server.ts';
import { withDatabase } from '../../support/site/student-rows.ts';
import { test as base, expect } from '../../support/test.ts';
import type { Browser, Engine } from './engine.ts';
import { openBrowser } from './open-browser.ts';
import { Tab } from './tab.ts';

type Journey = {
  engine: Engine;
  /** A browser with an empty profile. */
  machine: Browser;
  /** The browser's first tab. */
  tab: Tab;
  /** Opens another tab. With `afterRestart`, the browser is restarted first. */
  openTab: (how?: 'beside' | 'afterRestart') => Promise<Tab>;
  /** Makes API calls directly to the site, without signing in. They work even while the browser's network is cut. */
  api: APIRequestContext;
};

/**
 * Matches the errors that Firefox logs, unlike other browsers, when a request fails without a network or is still
 * loading when its page is left. They are no faults of the site.
 */
const failedRequest = new RegExp(
  [
    'A ServiceWorker passed an Error Response to FetchEvent\\.respondWith',
    'Failed to load ‘’\\.',
    'Failed to load ‘\\S*/api/cms/\\S*’\\. A ServiceWorker intercepted the request',
    'Failed to read data from the ReadableStream: “(AbortError|TypeError: Error in input stream)',
  ].join('|'),
);
const folderName = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Reads the error reports that the site's pages have sent to the server since the time `since`, with their stacks. */
function readReportedErrors({ dataDir }: Pick<SiteServer, 'dataDir'>, since: Date): Promise<string[]> {
  const query = 'select message, stack, url_location from client_error_groups where last_at >= $1';
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ message: string; stack: string; url_location: string }>(query, [since]);
    return rows.map(({ message, stack, url_location }) => `${url_location}: ${message}\n${stack}`);
  });
}

/**
 * Playwright's `test` in one of three browsers behind a network that can be cut. Every screen that a journey reaches is
 * saved as a screenshot in `test-results/browsers`. A journey fails if a page has reported an error to the site.
 */
export const test = base.extend<Journey>({
  engine: ['firefox', { option: true }],
  // Replace the `watch` fixture of `e2e/support/test.ts`, which would open Playwright's own browser.
  watch: ({ engine: _ }, use) => use(new ConsoleWatch()),
  machine: async ({ engine, viewport }, use) => {
    const browser = await openBrowser(engine, viewport ?? { width: 390, height: 844 });
    await use(browser);
    await browser.close();
  },
  openTab: async ({ machine, network, site }, use, { project, title }) => {
    const folder = join('test-results', 'browsers', project.name);
    await mkdir(folder, { recursive: true });
    const startedAt = new Date();
    let shots = 0;
    const save = async (screen: string, picture: Buffer) => {
      shots += 1;
      const name = `${folderName(title).slice(0, 60)}-${String(shots).padStart(2, '0')}-${folderName(screen)}.png`;
      await writeFile(join(folder, name), picture);
    };
    const tabs: Tab[] = [];
    await use(async (how = 'beside') => {
      const driver = how === 'beside' ? await machine.open() : await machine.restart();
      const tab = new Tab(driver, network.origin, save);
      tabs.push(tab);
      return tab;
    });
    const picture = await tabs.at(-1)?.screenshot();
    if (picture) await save('end', picture);
    const unhandled = tabs.flatMap(({ errors }) => errors).filter((error) => !failedRequest.test(error));
    expect(unhandled, 'errors that nothing handled').toEqual([]);
    expect(await readReportedErrors(site, startedAt), 'errors that the pages reported').toEqual([]);
  },
  tab: async ({ openTab }, use) => use(await openTab()),
  api: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({ baseURL: site.url });
    await use(request);
    await request.dispose();
  },
});

export { expect };
