import type { BrowserContext } from '@playwright/test';
import { readSitemap } from '../../../tests/support/crawl.ts';
import { onePageOfEachKind } from '../../../tests/support/page-kinds.ts';
import { openHostileContent, type PiecesFor } from '../../../tests/support/xss/hostile-content.ts';
import { payloads } from '../../../tests/support/xss/payloads.ts';
import { isSoak, sampleOf, seed } from '../sample.ts';
import { test as base } from '../test.ts';
import { ScriptWatch } from './script-watch.ts';

/** Number of payloads in one field. Many at once hardly slow a page down, and `npm run soak` then needs fewer rounds. */
const payloadsPerField = 46;
const sampledPages = 5;
const groups = Math.ceil(payloads.length / payloadsPerField);

/** In each round every field gets another group of payloads. After all rounds every field has had every payload. */
function piecesIn(round: number): PiecesFor {
  return (field) => {
    const first = ((field + round) % groups) * payloadsPerField;
    return payloads.slice(first, first + payloadsPerField);
  };
}

/**
 * The rounds to run on a device. Usually one, chosen by the seed. In `npm run soak` each device runs half of the rounds, so
 * that phone and desktop together run all.
 */
export function roundsOf(device: string): number[] {
  const half = device === 'phone' ? 0 : 1;
  if (!isSoak) return [(seed + half) % groups];
  return Array.from({ length: groups }, (_, round) => round).filter((round) => round % 2 === half);
}

/**
 * Usually a sample of `count` items; in `npm run soak` half of the items, so that phone and desktop together get all.
 */
export function shareOf<T>(device: string, all: readonly T[], count: number): readonly T[] {
  return isSoak ? all.filter((_, index) => (index % 2 === 0) === (device === 'phone')) : sampleOf(all, count);
}

type Hostile = {
  /** The paths of one page of each kind and of a missing page. Outside `npm run soak`, only a sample of them. */
  paths: readonly string[];
  /** Writes payloads into every field of the content. `round` chooses which. @returns the number of fields */
  fill: (round: number) => Promise<number>;
};

/** Fixture that watches the pages of a test. Prints the seed and what the Content Security Policy blocked. */
export async function watchScripts(
  { context }: { context: BrowserContext },
  use: (scripts: ScriptWatch) => Promise<void>,
): Promise<void> {
  const scripts = await ScriptWatch.on(context);
  await use(scripts);
  console.log(`SEED=${seed}; blocked by the Content Security Policy: ${JSON.stringify(scripts.blocked)}`);
}

/** Playwright's test on a site whose content is full of script injection payloads. */
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
