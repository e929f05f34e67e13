import type { Browser, CDPSession } from '@playwright/test';
import { median } from '../measure.ts';
import { firstCoursePath, withBenchSite } from './web-site.ts';

// Lighthouse's applied throttling for slow 4G: 150 ms round trip and 1.6 Mbit/s, with its correction factors, and a processor
// slowed down 4 times.
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const slowdown = 4;
/** A page counts as settled after this many ms without a resource, paint, layout shift or long task. */
const quietMs = 2000;
const budgets = { bytes: 170 * 1024, lcp: 1700, cls: 0.02, tbt: 200 };

type Bytes = Record<'Document' | 'Script' | 'Stylesheet' | 'Image' | 'Font' | 'Other', number>;
type Seen = { fcp: number; lcp: number; cls: number; tbt: number };
type Visit = Seen & { bytes: Bytes };
/**
 * What the performance observers in the page recorded. `busyAt`: when the last observed event ended, in ms since
 * navigation.
 */
type Observed = { benchObserved: Seen & { busyAt: number } };

const observe = () => {
  const seen = { fcp: 0, lcp: 0, cls: 0, tbt: 0, busyAt: 0 };
  Object.assign(window, { benchObserved: seen });
  const watch = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        record(entry);
        seen.busyAt = Math.max(seen.busyAt, entry.startTime + entry.duration);
      }
    }).observe({ type, buffered: true });
  watch('resource', () => {});
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  watch('longtask', (entry) => {
    // Like Lighthouse, count only the part of a long task that comes after the first contentful paint.
    const start = Math.max(entry.startTime, seen.fcp || Number.POSITIVE_INFINITY);
    seen.tbt += Math.max(0, entry.startTime + entry.duration - start - 50);
  });
};

/** Counts compressed response bodies by resource type, without headers. */
function countBytes(session: CDPSession): Bytes {
  const bytes: Bytes = { Document: 0, Script: 0, Stylesheet: 0, Image: 0, Font: 0, Other: 0 };
  const begun = new Map<string, { type: keyof Bytes; headers: number }>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const known = type in bytes ? (type as keyof Bytes) : 'Other';
    begun.set(requestId, { type: known, headers: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = begun.get(requestId);
    if (response) bytes[response.type] += encodedDataLength - response.headers;
  });
  return bytes;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const bytes = countBytes(session);
  await page.goto(url, { waitUntil: 'networkidle' });
  const isQuiet = (quietFor: number) => {
    const { lcp, busyAt } = (window as unknown as Observed).benchObserved;
    return lcp > 0 && performance.now() - busyAt >= quietFor;
  };
  await page.waitForFunction(isQuiet, quietMs, { polling: 100 });
  const { busyAt: _, ...seen } = await page.evaluate(() => (window as unknown as Observed).benchObserved);
  await context.close();
  return { ...seen, bytes };
}

type PageOf = { name: string; url: string; isBudgeted: boolean };

async function measure(browser: Browser, { name, url, isBudgeted }: PageOf, runs: number): Promise<boolean> {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(browser, url));
  const of = (pick: (one: Visit) => number) => median(visits.map(pick));
  const kb = (pick: (one: Visit) => number) => `${(of(pick) / 1024).toFixed(1)} KB`;
  const first = of(({ bytes }) => bytes.Document + bytes.Script + bytes.Stylesheet);
  const times = { lcp: of((one) => one.lcp), cls: of((one) => one.cls), tbt: of((one) => one.tbt) };
  const isWithin =
    !isBudgeted ||
    (first <= budgets.bytes && times.lcp <= budgets.lcp && times.cls <= budgets.cls && times.tbt <= budgets.tbt);
  console.log(
    `${name.padEnd(14)} first load ${(first / 1024).toFixed(1)} KB (html ${kb((v) => v.bytes.Document)}, script ${kb((v) => v.bytes.Script)}, style ${kb((v) => v.bytes.Stylesheet)}), ` +
      `images ${kb((v) => v.bytes.Image)}, fonts ${kb((v) => v.bytes.Font)}, other ${kb((v) => v.bytes.Other)}; ` +
      `FCP ${of((v) => v.fcp).toFixed(0)} ms, LCP ${times.lcp.toFixed(0)} ms, TBT ${times.tbt.toFixed(0)} ms, CLS ${times.cls.toFixed(3)} ${isWithin ? '' : '  OVER BUDGET'}`,
  );
  return isWithin;
}

/** Loads pages with the throttling of Lighthouse's mobile profile and measures transfer sizes, paint times and layout shifts. */
export function measureFirstLoad(browser: Browser, runs: number): Promise<void> {
  return withBenchSite({}, async ({ origin }) => {
    console.log(`Slow 4G (Lighthouse, applied), processor ${slowdown}x slower, median of ${runs}; compressed sizes`);
    const pages: Array<[string, string, boolean]> = [
      ['Home', '/', true],
      ['Courses list', '/courses-list', true],
      ['Course detail', await firstCoursePath(origin), true],
      ['Book Online', '/course-booking', false],
    ];
    for (const [name, path, isBudgeted] of pages)
      if (!(await measure(browser, { name, url: origin + path, isBudgeted }, runs))) process.exitCode = 1;
  });
}
