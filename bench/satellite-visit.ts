import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { categories } from '../contract/categories.ts';
import { paths } from '../contract/pages.ts';
import { chromiumLaunch } from '../e2e/support/chromium.ts';
import { phone } from './network-count.ts';
import { type Certificate, openFront } from './satellite-front.ts';
import { openSatelliteLink } from './satellite-link.ts';

const patience = 120_000;

/** Runs a browser on the ship: Playwright speaks to it by a pipe, which no namespace holds up. */
async function boardBrowser(folder: string, namespace: string, trust: string): Promise<BrowserContext> {
  const { executablePath = chromium.executablePath(), args } = chromiumLaunch();
  const wrapper = join(folder, 'chromium-on-ship');
  await writeFile(wrapper, `#!/bin/sh\nexec ip netns exec ${namespace} '${executablePath}' "$@"\n`);
  await chmod(wrapper, 0o755);
  const options = { executablePath: wrapper, args: [...args, trust], ...phone };
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), options);
  context.setDefaultTimeout(patience);
  return context;
}

/** `cut`: from then on no packet comes through. */
export type Visit = { page: Page; context: BrowserContext; cut: () => Promise<void> };
/** `port`: of the site that is visited. `seed`: of the losses. */
export type VisitPlan = { port: number; seed: number; certificate: Certificate };

/** Works with a first visit to Home over a link of its own, by a browser that was nowhere before, and ends all three. */
export async function visitOverSatellite<Seen>(
  { port, seed, certificate }: VisitPlan,
  work: (visit: Visit) => Promise<Seen>,
): Promise<Seen> {
  const ends: Array<() => Promise<unknown>> = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-ship-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const link = await openSatelliteLink(seed);
    ends.push(link.close);
    const front = await openFront(port, link.address, certificate);
    ends.push(front.close);
    const context = await boardBrowser(folder, link.namespace, certificate.trust);
    ends.push(() => context.close());
    const [page = await context.newPage()] = context.pages();
    await page.goto(front.origin, { waitUntil: 'commit' });
    return await work({ page, context, cut: link.close });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Reads Home and all lists of courses in a new tab of a browser whose link is cut. @throws TimeoutError where one is not there */
export async function readsWithout(context: BrowserContext, origin: string): Promise<void> {
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
