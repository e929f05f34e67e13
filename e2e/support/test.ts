import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './browser/console-watch.ts';
import { Device } from './browser/device.ts';
import { type NetworkProxy, openNetworkProxy } from './browser/network-proxy.ts';
import { Visitor } from './screens/visitor.ts';
import { type SiteServer, startSite } from './site/site-server.ts';
import { Staff } from './site/staff.ts';
import { type NewAccount, registerAccount } from './site/students.ts';

type Journey = {
  /** Fails the journey when one of its pages logs an error that it did not expect. */
  watch: ConsoleWatch;
  visitor: Visitor;
  /** A new student with verified contacts whom no other journey uses. */
  account: NewAccount;
  /** A new student who has not verified any contact. */
  unverified: NewAccount;
  staff: Staff;
  /**
   * A network in front of the site, which a test can cut. A spec that uses it must set its `baseURL` to the network's
   * origin.
   */
  network: NetworkProxy;
  /** A browser whose storage survives a restart. */
  device: Device;
};
type Worker = {
  /**
   * Name of the site that the journeys of a file run on. All files share one site per worker, except a file that changes the
   * catalogue, the settings, the clock, the release or a demo student: it sets a name of its own.
   */
  academy: string;
  /** Environment variables of the site, for a file that names an academy of its own. */
  settings: Record<string, string>;
  site: SiteServer;
};

/** Playwright's test with the built site and the people who use it as fixtures. */
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
