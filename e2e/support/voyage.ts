import { test as base, expect } from '@playwright/test';
import { ConsoleWatch } from './console-watch.ts';
import { type CutProxy, openCutProxy } from './cut-proxy.ts';
import { Device } from './device.ts';
import { Office } from './office.ts';
import { type SiteServer, startSite } from './site-server.ts';
import { Visitor } from './visitor.ts';

type Journey = {
  /** The journeys of a file find the academy as it was on its first day, whatever those of other files did in it. */
  firstDay: undefined;
  /** Fails the journey when one of its pages logs an error that it did not expect. */
  watch: ConsoleWatch;
  visitor: Visitor;
  office: Office;
  /** A network before the site that can be cut; a spec that needs it takes its origin as `baseURL`. */
  network: CutProxy;
  /** A browser that keeps what it has over a restart. */
  device: Device;
};
type Worker = {
  site: SiteServer;
  /** The file whose journeys the academy has seen. */
  seen: { file?: string };
};

/** Playwright's test on the built site, one server a worker and a new academy a file. */
export const test = base.extend<Journey, Worker>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
  seen: [({ browserName: _ }, use) => use({}), { scope: 'worker' }],
  firstDay: [
    async ({ site, seen }, use, { file }) => {
      if (seen.file !== undefined && seen.file !== file) await site.renew();
      seen.file = file;
      await use(undefined);
    },
    { auto: true },
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
