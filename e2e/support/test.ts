import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './browser/console-watch.ts';
import { Device } from './browser/device.ts';
import { type NetworkProxy, openNetworkProxy } from './browser/network-proxy.ts';
import { Visitor } from './screens/visitor.ts';
import { type SiteServer, startSite } from './site/site-server.ts';
import { Staff } from './site/staff.ts';
import { type NewAccount, registerAccount } from './site/students.ts';

type Journey = {
  /** Makes the journey fail if one of its pages logs an error that the journey has not declared as expected. */
  watch: ConsoleWatch;
  visitor: Visitor;
  /** A new student whose phone and email address are verified. No other journey uses this student. */
  account: NewAccount;
  /** A new student whose phone and email address are not verified. No other journey uses this student. */
  unverified: NewAccount;
  staff: Staff;
  /**
   * A proxy in front of the site that simulates the network, so that a test can cut the connection. A test file that
   * uses the proxy must set its `baseURL` to the proxy's origin.
   */
  network: NetworkProxy;
  /** A browser whose storage survives closing and reopening it. */
  device: Device;
};
type Worker = {
  /**
   * Name of the site on which the journeys of a test file run. By default, all files share one site for each Playwright
   * worker. A file that changes the catalogue, the settings, the clock, the release or a demo student sets a name of
   * its own, and so gets its own site.
   */
  academy: string;
  /**
   * Further environment variables of the site. Set them only in a test file that has a site of its own, which it gets
   * by setting `academy`.
   */
  settings: Record<string, string>;
  site: SiteServer;
};

/**
 * Playwright's `test` for the built site. Its fixtures are the people who use the site, and other things that tests
 * need.
 */
export const test = base.extend<Journey, Worker>({
  academy: ['shared', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ academy: _, settings }, use) => {
      const site = await startSite(settings);
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  watch: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch();
      await watch.follow(context);
      await use(watch);
      expect(watch.unexpectedErrors, 'errors that the pages logged').toEqual([]);
    },
    { auto: true },
  ],
  visitor: ({ page }, use) => use(new Visitor(page)),
  account: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({ baseURL: site.url });
    await use(await registerAccount(request));
    await request.dispose();
  },
  unverified: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({ baseURL: site.url });
    await use(await registerAccount(request, { isVerified: false }));
    await request.dispose();
  },
  staff: ({ site }, use) => use(new Staff(site)),
  network: async ({ site }, use) => {
    const network = await openNetworkProxy(site.port);
    await use(network);
    await network.close();
  },
  device: async (
    { baseURL, launchOptions, viewport, userAgent, deviceScaleFactor, hasTouch, isMobile, locale, timezoneId, watch },
    use,
  ) => {
    const contextOptions = { viewport, userAgent, deviceScaleFactor, hasTouch, isMobile, locale, timezoneId, baseURL };
    const options = { ...contextOptions, serviceWorkers: 'allow' as const };
    const device = await Device.create({ launchOptions, ...options }, (context) => watch.follow(context));
    await use(device);
    await device.dispose();
  },
});

export { expect };
