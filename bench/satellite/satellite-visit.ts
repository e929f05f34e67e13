import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { categories } from '../../contract/categories.ts';
import { paths } from '../../contract/pages.ts';
import { wholeChromiumLaunch } from '../../setup/programs/browser.ts';
import { phone } from '../browser/network-count.ts';
import { type Certificate, openFront } from './satellite-front.ts';
import { openSatelliteLink } from './satellite-link.ts';

const timeoutMs = 120_000;

/**
 * Starts a browser in the network namespace that represents the ship, so that its traffic goes over the satellite link.
 * Playwright controls the browser through a pipe, which needs no network.
 */
async function launchOnShip(folder: string, namespace: string, trust: string): Promise<BrowserContext> {
  const { executablePath = chromium.executablePath(), args } = wholeChromiumLaunch();
  const wrapper = join(folder, 'chromium-on-ship');
  await writeFile(wrapper, `#!/bin/sh\nexec ip netns exec ${namespace} '${executablePath}' "$@"\n`);
  await chmod(wrapper, 0o755);
  const options = { executablePath: wrapper, args: [...args, trust], ...phone };
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), options);
  context.setDefaultTimeout(timeoutMs);
  return context;
}

/** A visit to the site over the satellite link. `cut` removes the link. */
export type Visit = { page: Page; context: BrowserContext; cut: () => Promise<void> };
/** `port`: port of the site to visit. `seed`: decides which packets the link loses. */
export type VisitPlan = { port: number; seed: number; certificate: Certificate };

/**
 * Opens Home in a new browser over a new satellite link and calls `work` with this visit. Then closes the browser and
 * the link.
 */
export async function visitOverSatellite<Seen>(
  { port, seed, certificate }: VisitPlan,
  work: (visit: Visit) => Promise<Seen>,
): Promise<Seen> {
  const cleanups: Array<() => Promise<unknown>> = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-ship-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const link = await openSatelliteLink(seed);
    cleanups.push(link.close);
    const front = await openFront(port, link.address, certificate);
    cleanups.push(front.close);
    const context = await launchOnShip(folder, link.namespace, certificate.trust);
    cleanups.push(() => context.close());
    const [page = await context.newPage()] = context.pages();
    await page.goto(front.origin, { waitUntil: 'commit' });
    return await work({ page, context, cut: link.close });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}

/**
 * Opens Home and all course lists in a new tab after the link was cut.
 * @throws TimeoutError if one of these pages is not stored on the device
 */
export async function readOffline(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const main = page.getByRole('main');
  await page.goto(origin);
  await main.getByRole('heading', { level: 2, name: 'Explore Our Courses' }).waitFor();
  for (const path of [paths.coursesList, ...categories.map((category) => category.path)]) {
    await page.goto(origin + path);
    await main
      .getByRole('link', { name: /^View Course/ })
      .first()
      .waitFor();
  }
}
