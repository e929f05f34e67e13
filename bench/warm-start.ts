import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { paths } from '../contract/pages.ts';
import { chromiumLaunch } from '../e2e/support/chromium.ts';
import { readSitemap } from '../tests/support/crawl.ts';
import { judgeMost } from './goal.ts';
import { median } from './measure.ts';
import { openAndSeeLargest, phone, untilKept } from './network-count.ts';
import { saveVoyage } from './voyage.ts';
import { courseAddress, withBenchSite } from './web-site.ts';

const slowdown = 4;
const goal = { most: 1000, unit: 'ms' };

/** Somebody who listens where the server was and says nothing; notes when a request comes (ms since the epoch): a browser opens connections ahead. */
async function standIn(port: number): Promise<{ calls: readonly number[]; close: () => Promise<void> }> {
  const calls: number[] = [];
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      calls.push(Date.now());
      socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  return { calls, close: () => new Promise((resolve) => listener.close(() => resolve())) };
}

const openBrowser = (folder: string) => chromium.launchPersistentContext(folder, { ...chromiumLaunch(), ...phone });

/** What a cadet reads at sea: each was opened before the line was gone. */
async function pagesToRead(origin: string): Promise<Array<[name: string, path: string]>> {
  const post = (await readSitemap(origin)).find((path) => /^\/blogs\/./.test(path));
  if (!post) throw new Error('The site has no post');
  return [
    ['a saved course', await courseAddress(origin)],
    ['a policy', paths.terms],
    ['a post', post],
    ['the search over what was saved', paths.voyage],
  ];
}

/** Starts of a browser that was here before: with the server, without it, without it on a slow phone; and the page's memory. */
export function measureWarm(_: Browser, runs: number): Promise<void> {
  return withBenchSite({}, async ({ origin, port, stop }) => {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-warm-'));
    try {
      const first = await openBrowser(folder);
      const page = await first.newPage();
      await page.goto(origin);
      await untilKept(page);
      await page.waitForLoadState('networkidle');
      const session = await first.newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const pages = await pagesToRead(origin);
      const reader = await first.newPage();
      await reader.goto(origin + paths.voyage);
      await saveVoyage(reader, false);
      // The search is on that page only from now on: its first screen is kept anew.
      await reader.evaluate(() => caches.delete('landfall-first-views'));
      for (const [, path] of pages) {
        await reader.goto(origin + path);
        await reader.evaluate(async (one) => {
          while (!(await caches.match(one))) await new Promise((next) => setTimeout(next, 100));
        }, path);
      }
      await first.close();
      const start = async (rate: number, path: string = paths.home) => {
        const times: Array<{ largest: number; stands: number }> = [];
        for (let run = 0; run < runs; run++) {
          const context = await openBrowser(folder);
          // A browser that is starting itself is not measured.
          await new Promise((settled) => setTimeout(settled, 2500));
          times.push(await openAndSeeLargest(context, origin + path, rate));
          await context.close();
        }
        const stands = median(times.map((time) => time.stands));
        console.log(`  ${rate}x: the page itself stands, and answers, after ${stands.toFixed(0)} ms`);
        return median(times.map((time) => time.largest));
      };
      console.log(
        `Starting again, Home, median of ${runs}; its scripts hold ${(usedSize / 1024 / 1024).toFixed(1)} MB`,
      );
      console.log(`  largest paint with the server: ${(await start(1)).toFixed(0)} ms`);
      await stop();
      const absent = await standIn(port);
      const context = await openBrowser(folder);
      const { began, stands } = await openAndSeeLargest(context, origin);
      await context.close();
      const early = absent.calls.filter((at) => at < began + stands).length;
      judgeMost('calls that left the browser before Home stood', early, { most: 0, unit: '' });
      judgeMost('largest paint with the server gone', await start(1), goal);
      judgeMost(`the same, processor ${slowdown}x slower`, await start(slowdown), goal);
      for (const [name, path] of pages) judgeMost(`${name}, ${slowdown}x slower`, await start(slowdown, path), goal);
      await absent.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
