import type { BrowserContext, Page } from '@playwright/test';
import { readSitemap } from '../../tests/support/crawl.ts';
import { onePageOfEachKind } from '../../tests/support/page-kinds.ts';
import { openHostileContent, type PiecesFor } from '../../tests/support/xss/hostile-content.ts';
import { payloads } from '../../tests/support/xss/payloads.ts';
import { ScriptWatch } from './script-watch.ts';
import { test as base } from './voyage.ts';

export const isSoak = process.env.SOAK === '1';
/** Say it again in `SEED` to repeat a sample. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Payloads in one field at a time: a page takes hardly longer for more, and a soak is over in fewer rounds. */
const together = 46;
const groups = Math.ceil(payloads.length / together);

/** The nth field has the group of its number, counted from the round on: after all rounds every field had every payload. */
function piecesIn(round: number): PiecesFor {
  return (field) => {
    const first = ((field + round) % groups) * together;
    return payloads.slice(first, first + together);
  };
}

/** Rounds of one device: in soak all of them, divided among the two, else one by the seed. */
export function roundsOf(device: string): number[] {
  const half = device === 'phone' ? 0 : 1;
  if (!isSoak) return [(seed + half) % groups];
  return Array.from({ length: groups }, (_, round) => round).filter((round) => round % 2 === half);
}

/** The half of one device. */
export function shareOf<T>(device: string, all: readonly T[]): T[] {
  return all.filter((_, place) => (place % 2 === 0) === (device === 'phone'));
}

type AppWindow = { __TSR_ROUTER__: { navigate: (to: { to: string }) => Promise<void> } };

/** Goes on as by a link of the page: without loading anything but the data. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => (window as unknown as AppWindow).__TSR_ROUTER__.navigate({ to }), path);

type Hostile = {
  /** Paths of one page of each kind, and of none; outside a soak the device's half of them. */
  pathsOf: (device: string) => string[];
  /** Fills every field of the content anew; answers how many. */
  fill: (round: number) => Promise<number>;
};

/** Hears the pages of a test; prints the seed, and how often their policy refused something by itself. */
export async function watchScripts(
  { context }: { context: BrowserContext },
  use: (scripts: ScriptWatch) => Promise<void>,
): Promise<void> {
  const scripts = await ScriptWatch.on(context);
  await use(scripts);
  console.log(`SEED=${seed}; refused by the policy: ${JSON.stringify(scripts.refused)}`);
}

/** Playwright's test on a site whose content somebody else has written. */
export const test = base.extend<{ scripts: ScriptWatch }, { hostile: Hostile }>({
  hostile: [
    async ({ site }, use) => {
      const kinds = onePageOfEachKind(await readSitemap(site.url));
      const paths = [...kinds, '/courses-compare?ids=401,408', '/no-such-page'];
      const content = await openHostileContent(site.dataDir);
      await use({
        pathsOf: (device) => (isSoak ? paths : shareOf(device, paths)),
        fill: (round) => content.write(piecesIn(round)),
      });
      await content.close();
    },
    { scope: 'worker' },
  ],
  scripts: watchScripts,
});
