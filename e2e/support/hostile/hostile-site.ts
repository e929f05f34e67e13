import type { BrowserContext } from '@playwright/test';
import { readSitemap } from '../../../tests/support/crawl.ts';
import { onePageOfEachKind } from '../../../tests/support/page-kinds.ts';
import { openHostileContent, type PiecesFor } from '../../../tests/support/xss/hostile-content.ts';
import { payloads } from '../../../tests/support/xss/payloads.ts';
import { isSoak, sampleOf, seed } from '../sample.ts';
import { test as base } from '../test.ts';
import { ScriptWatch } from './script-watch.ts';

/**
 * How many script injection payloads are written into one field at once. The number is high: more payloads hardly slow
 * a page down, and `npm run soak` then needs fewer rounds to try all payloads.
 */
const payloadsPerField = 46;
const sampledPages = 5;
const groups = Math.ceil(payloads.length / payloadsPerField);

/**
 * Returns a function that selects the script injection payloads for a field in this round. In every round, a field gets
 * another group of payloads; after all rounds, every field has had every payload.
 */
function piecesIn(round: number): PiecesFor {
  return (field) => {
    const first = ((field + round) % groups) * payloadsPerField;
    return payloads.slice(first, first + payloadsPerField);
  };
}

/**
 * Returns the rounds to run on a device (`phone` or `desktop`); each round tests other payloads in every field. Usually
 * this is one round, chosen by the random seed. In `npm run soak` it is half of the rounds, so that both devices
 * together run all.
 */
export function roundsOf(device: string): number[] {
  const half = device === 'phone' ? 0 : 1;
  if (!isSoak) return [(seed + half) % groups];
  return Array.from({ length: groups }, (_, round) => round).filter((round) => round % 2 === half);
}

/**
 * Returns the items to test on a device: usually a sample of `count` items. In `npm run soak` it is half of the items,
 * so that phone and desktop together test all items.
 */
export function shareOf<T>(device: string, all: readonly T[], count: number): readonly T[] {
  return isSoak ? all.filter((_, index) => (index % 2 === 0) === (device === 'phone')) : sampleOf(all, count);
}

type Hostile = {
  /**
   * The URL paths to test: one page of each kind, and a page that does not exist. Outside `npm run soak`, only a sample
   * of these.
   */
  paths: readonly string[];
  /**
   * Writes the script injection payloads of a round into every field of the site's content. @returns the number of
   * fields
   */
  fill: (round: number) => Promise<number>;
};

/**
 * Playwright fixture that watches a test's pages for injected scripts. Prints the random seed of the test run and what
 * the Content Security Policy blocked.
 */
export async function watchScripts(
  { context }: { context: BrowserContext },
  use: (scripts: ScriptWatch) => Promise<void>,
): Promise<void> {
  const scripts = await ScriptWatch.on(context);
  await use(scripts);
  console.log(`SEED=${seed}; blocked by the Content Security Policy: ${JSON.stringify(scripts.blocked)}`);
}

/** Playwright's `test` for a site whose content is full of script injection payloads. */
export const test = base.extend<{ scripts: ScriptWatch }, { hostile: Hostile }>({
  hostile: [
    async ({ site }, use) => {
      const kinds = onePageOfEachKind(await readSitemap(site.url));
      const paths = [...kinds, '/courses-compare?ids=401,408', '/no-such-page'];
      const content = await openHostileContent(site.dataDir);
      await use({
        paths: sampleOf(paths, sampledPages),
        fill: (round) => content.write(piecesIn(round)),
      });
      await content.close();
    },
    { scope: 'worker' },
  ],
  scripts: watchScripts,
});
