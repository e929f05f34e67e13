import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './console-watch.ts';
import { type CutProxy, openCutProxy } from './cut-proxy.ts';
import { Device } from './device.ts';
import { Office } from './office.ts';
import { type SiteServer, startSite } from './site-server.ts';
import { Visitor } from './visitor.ts';

type Journey = {
  /** Fails the journey when one of its pages logs an error that it did not expect. */
  watch: ConsoleWatch;
  visitor: Visitor;
  office: Office;
  /** A network before the site that can be cut; a spec that needs it takes its origin as `baseURL`. */
  network: CutProxy;
  /** A browser that keeps what it has over a restart. */
  device: Device;
};
type Worker = { site: SiteServer };

/** Playwright's test on the built site, one server a worker. */
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
  office: ({ site }, use) => use(new Office(site)),
  network: async ({ site }, use) => {
    const network = await openCutProxy(site.port);
    await use(network);
    await network.close();
  },
  device: async (
    { baseURL, launchOptions, viewport, userAgent, deviceScaleFactor, hasTouch, isMobile, locale, timezoneId, watch },
    use,
  ) => {
    const looks = { viewport, userAgent, deviceScaleFactor, hasTouch, isMobile, locale, timezoneId, baseURL };
    const device = await Device.create({ launchOptions, ...looks }, (context) => watch.follow(context));
    await use(device);
    await device.dispose();
  },
});

export { expect };
