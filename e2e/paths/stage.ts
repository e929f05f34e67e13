import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../setup/programs/browser.ts';
import { type SiteServer, startSite } from '../support/site/site-server.ts';
import { MachineWatch } from './machine-watch.ts';
import type { DrivenMachine, Stage } from './models/page-model.ts';

/**
 * Names of the rate limits that are raised, because a test that follows many paths makes more calls than they allow.
 */
const limits = ['READ', 'WRITE', 'ORDER', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];
const withoutLimits = Object.fromEntries(limits.map((limit) => [`RATE_${limit}`, '100000']));

/**
 * Starts the real site for tests that follow paths through the state machines. It has a free port and its own database.
 */
export function startLabSite(): Promise<SiteServer> {
  return startSite(withoutLimits);
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch());
}

/**
 * How long an action may wait for its element, in milliseconds. Without a limit, it would wait as long as the test may
 * take, which is hours for a test that walks every path.
 */
const actionTimeoutMs = 30_000;

/**
 * Opens a page in a new browser profile with a phone's screen size and passes it to `work`. Service workers are
 * blocked, because Playwright could not hold back the calls that pass through one.
 */
export async function withStage<T>(
  { browser, site }: { browser: Browser; site: SiteServer },
  { machine, bypassCsp = false }: DrivenMachine,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    baseURL: site.url,
    serviceWorkers: 'block',
    bypassCSP: bypassCsp,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  try {
    context.setDefaultTimeout(actionTimeoutMs);
    const page = await context.newPage();
    return await work({ page, site, watch: new MachineWatch(page, machine) });
  } finally {
    // Remove all route handlers without waiting, because one may still be handling a call. `context.unrouteAll` does
    // not remove the handlers of a page, so first remove the handlers of each page.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}
