import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../support/chromium.ts';
import { type SiteServer, startSite } from '../../support/site-server.ts';
import { MachineWatch } from './machine-watch.ts';
import type { DrivenMachine, Stage } from './page-model.ts';

/** A path is no attack: it may ask as often as it must. */
const rates = ['READ', 'WRITE', 'ORDER', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];
const freely = Object.fromEntries(rates.map((rate) => [`RATE_${rate}`, '100000']));

/** The real site for walking paths, on a free port with a database of its own. */
export function startLabSite(): Promise<SiteServer> {
  return startSite(freely);
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch());
}

/** Lends a page in a browser profile of its own, on a phone's screen. The worker stays out, since calls through it cannot be held. */
export async function onStage<T>(
  { browser, site }: { browser: Browser; site: SiteServer },
  { machine, hasForeignScript = false }: DrivenMachine,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    baseURL: site.url,
    serviceWorkers: 'block',
    bypassCSP: hasForeignScript,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  try {
    const page = await context.newPage();
    return await work({ page, site, watch: new MachineWatch(page, machine) });
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}
