import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { paths } from '../../contract/pages.ts';
import { wholeChromiumLaunch } from '../../setup/programs/browser.ts';
import { readSitemap } from '../../tests/support/crawl.ts';
import { checkAtMost, median } from '../measure.ts';
import { openAndSeeLargest, phone, untilWorkerControls } from './network-count.ts';
import { downloadLibrary } from './offline-library.ts';
import { firstCoursePath, withBenchSite } from './web-site.ts';

const slowdown = 4;
const goal = { most: 1000, unit: 'ms' };

/**
 * Listens on the port of the stopped server and resets every connection that sends a request. `requests`: when each
 * request arrived, in milliseconds since the epoch. Connections without a request are not counted, because a browser
 * opens some in advance.
 */
async function listenInstead(port: number): Promise<{ requests: readonly number[]; close: () => Promise<void> }> {
  const requests: number[] = [];
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      requests.push(Date.now());
      socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  return { requests, close: () => new Promise((resolve) => listener.close(() => resolve())) };
}

const openBrowser = (folder: string) =>
  chromium.launchPersistentContext(folder, { ...wholeChromiumLaunch(), ...phone });

/** Returns the pages to open without a network. All of them were opened before, while the server was running. */
async function pagesToRead(origin: string): Promise<Array<[name: string, path: string]>> {
  const post = (await readSitemap(origin)).find((path) => /^\/blogs\/./.test(path));
  if (!post) throw new Error('The site has no post');
  return [
    ['a saved course', await firstCoursePath(origin)],
    ['a policy', paths.terms],
    ['a post', post],
    ['the search over the offline library', paths.offlineLibrary],
  ];
}

/**
 * Measures repeat visits in a restarted browser in three cases: the server runs; the server is stopped; the server is
 * stopped and the processor is slowed down as on a slow phone. Also measures the memory of the page's scripts.
 */
export function measureWarm(_: Browser, runs: number): Promise<void> {
  return withBenchSite({}, async ({ origin, port, stop }) => {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-warm-'));
    try {
      const first = await openBrowser(folder);
      const page = await first.newPage();
      await page.goto(origin);
      await untilWorkerControls(page);
      await page.waitForLoadState('networkidle');
      const session = await first.newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const pages = await pagesToRead(origin);
      const reader = await first.newPage();
      await reader.goto(origin + paths.offlineLibrary);
      await downloadLibrary(reader, false);
      for (const [, path] of pages) {
        await reader.goto(origin + path);
        await reader.evaluate(async (one) => {
          while (!(await caches.match(one))) await new Promise((next) => setTimeout(next, 100));
        }, path);
      }
      await first.close();
      const start = async (rate: number, path: string = paths.home) => {
        const times: Array<{ largest: number; rendered: number }> = [];
        for (let run = 0; run < runs; run++) {
          const context = await openBrowser(folder);
          // Wait until the browser has started and no longer uses the processor.
          await new Promise((settled) => setTimeout(settled, 2500));
          times.push(await openAndSeeLargest(context, origin + path, rate));
          await context.close();
        }
        const rendered = median(times.map((time) => time.rendered));
        console.log(`  ${rate}x: rendered and interactive after ${rendered.toFixed(0)} ms`);
        return median(times.map((time) => time.largest));
      };
      console.log(`Repeat visit to Home, median of ${runs}; its scripts use ${(usedSize / 1024 / 1024).toFixed(1)} MB`);
      console.log(`  largest paint with the server: ${(await start(1)).toFixed(0)} ms`);
      await stop();
      const substitute = await listenInstead(port);
      const context = await openBrowser(folder);
      const { began, rendered } = await openAndSeeLargest(context, origin);
      await context.close();
      const early = substitute.requests.filter((at) => at < began + rendered).length;
      checkAtMost('requests sent before Home was rendered', early, { most: 0, unit: '' });
      checkAtMost('largest paint while the server is down', await start(1), goal);
      checkAtMost(`the same, processor ${slowdown}x slower`, await start(slowdown), goal);
      for (const [name, path] of pages) checkAtMost(`${name}, ${slowdown}x slower`, await start(slowdown, path), goal);
      await substitute.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
