import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { firstLoadBudgets } from '../../e2e/support/browser/first-load.ts';
import { SignIn } from '../../e2e/support/screens/sign-in.ts';
import { asha } from '../../e2e/support/site/students.ts';
import { median } from '../measure.ts';
import { firstCoursePath, withBenchSite } from './web-site.ts';

// Slow 4G with the values of Lighthouse's "applied" throttling, which slows the browser itself down. The values are a
// round trip of 150 ms and 1.6 Mbit/s, multiplied by Lighthouse's correction factors. The processor is 4 times slower.
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const slowdown = 4;
/**
 * A page counts as settled when no resource, paint, layout shift or long task has occurred for this many milliseconds.
 */
const quietMs = 2000;
/**
 * The limits for one page. `bytes`: compressed HTML, scripts and styles. `lcp`, `tbt`, `usable`: times in milliseconds,
 * see `Visit` for `usable`. `cls`: layout shift score.
 */
type Budgets = { bytes: number; lcp: number; cls: number; tbt: number; usable: number };
const never = Number.POSITIVE_INFINITY;
const publicBudgets: Budgets = { bytes: firstLoadBudgets.publicPage, lcp: 1700, cls: 0.02, tbt: 200, usable: never };
const bookingBudgets: Budgets = { bytes: firstLoadBudgets.bookOnline, lcp: 1800, cls: 0.02, tbt: 300, usable: never };
const pressedBudgets: Budgets = { ...bookingBudgets, bytes: firstLoadBudgets.bookOnlinePressed, usable: 3000 };

type Bytes = Record<'Document' | 'Script' | 'Stylesheet' | 'Image' | 'Font' | 'Other', number>;
type Seen = { fcp: number; lcp: number; cls: number; tbt: number };
/**
 * `usable`: milliseconds from the start of navigation until the first course or package responded to a press of its add
 * button; 0 on pages whose button is not pressed.
 */
type Visit = Seen & { bytes: Bytes; usable: number };
type Shift = { at: number; score: number };
/**
 * What the performance observers in the page recorded. `shifts`: the layout shifts with their scores. `busyAt`: when
 * the last observed event ended. `benchPressedAt`: when the add button was pressed last. Times are in milliseconds
 * since the start of navigation.
 */
type Observed = {
  benchObserved: Omit<Seen, 'cls'> & { shifts: Shift[]; busyAt: number };
  benchPressedAt?: number;
  benchUsable?: number;
};

/**
 * Layout shifts do not count within this many milliseconds after the answered press. Chrome itself leaves such shifts
 * out only after real input, but the press of the benchmark is a scripted click.
 */
const inputMs = 500;

const observe = () => {
  const seen = { fcp: 0, lcp: 0, shifts: [] as Shift[], tbt: 0, busyAt: 0 };
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
    if (!shift.hadRecentInput) seen.shifts.push({ at: shift.startTime, score: shift.value });
  });
  watch('longtask', (entry) => {
    // Like Lighthouse, count only the part of a long task that comes after the first contentful paint.
    const start = Math.max(entry.startTime, seen.fcp || Number.POSITIVE_INFINITY);
    seen.tbt += Math.max(0, entry.startTime + entry.duration - start - 50);
  });
};

/** Counts the compressed bytes of response bodies, by resource type. Response headers do not count. */
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

/** Presses the add button of the first course or package until the page responds, and records when it did. */
const pressFirstOffer = () => {
  const press = () => {
    // If no batch is chosen, the add button of a course asks for one, and the add button of a package opens the list of
    // the package's courses.
    const responses = ['[role="alert"]', '[aria-invalid="true"]', 'details[open]'];
    if (document.querySelector(responses.map((response) => `[role="tabpanel"] ${response}`).join())) {
      Object.assign(window, { benchUsable: performance.now() });
      return;
    }
    Object.assign(window, { benchPressedAt: performance.now() });
    document.querySelector<HTMLElement>('[role="tabpanel"] button[data-stage]')?.click();
    setTimeout(press, 50);
  };
  press();
};

const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: 'block',
};

async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return session;
}

async function visit(browser: Browser, { url, isSignedIn, isPressed }: PageOf): Promise<Visit> {
  const context = await browser.newContext({ ...phone, baseURL: new URL(url).origin });
  const page = await context.newPage();
  // Signing in by API calls sets the cookies without loading a page, so the browser's cache is still empty afterwards.
  if (isSignedIn) await new SignIn(page).byApi(asha);
  await page.addInitScript(observe);
  if (isPressed) await page.addInitScript(pressFirstOffer);
  const bytes = countBytes(await throttle(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  const isQuiet = (quietFor: number) => {
    const { lcp, busyAt } = (window as unknown as Observed).benchObserved;
    return lcp > 0 && performance.now() - busyAt >= quietFor;
  };
  await page.waitForFunction(isQuiet, quietMs, { polling: 100 });
  const { benchObserved, benchPressedAt, benchUsable } = await page.evaluate(() => {
    const { benchObserved, benchPressedAt = null, benchUsable = null } = window as unknown as Observed;
    return { benchObserved, benchPressedAt, benchUsable };
  });
  await context.close();
  const { fcp, lcp, tbt, shifts } = benchObserved;
  // `benchPressedAt` is the time of the press that was answered, because no press came after it. Layout shifts right
  // after this press do not count.
  const isAnswer = ({ at }: Shift) => benchPressedAt !== null && at >= benchPressedAt && at <= benchPressedAt + inputMs;
  const cls = shifts.filter((shift) => !isAnswer(shift)).reduce((sum, { score }) => sum + score, 0);
  return { fcp, lcp, tbt, cls, bytes, usable: benchUsable ?? (isPressed ? never : 0) };
}

/**
 * A page to measure. `isPressed`: whether the add button of the first course or package is pressed as soon as it is
 * there.
 */
type PageOf = { name: string; url: string; isSignedIn?: boolean; isPressed?: boolean; budgets: Budgets };

async function measure(browser: Browser, page: PageOf, runs: number): Promise<boolean> {
  const { name, budgets } = page;
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(browser, page));
  const of = (pick: (one: Visit) => number) => median(visits.map(pick));
  const kb = (pick: (one: Visit) => number) => `${(of(pick) / 1024).toFixed(1)} KB`;
  const first = of(({ bytes }) => bytes.Document + bytes.Script + bytes.Stylesheet);
  const [lcp, cls, tbt, usable] = [of((v) => v.lcp), of((v) => v.cls), of((v) => v.tbt), of((v) => v.usable)];
  const isWithin =
    first <= budgets.bytes &&
    lcp <= budgets.lcp &&
    cls <= budgets.cls &&
    tbt <= budgets.tbt &&
    usable <= budgets.usable;
  console.log(
    `${name.padEnd(23)} first load ${(first / 1024).toFixed(1)} KB (html ${kb((v) => v.bytes.Document)}, script ${kb((v) => v.bytes.Script)}, style ${kb((v) => v.bytes.Stylesheet)}), ` +
      `images ${kb((v) => v.bytes.Image)}, fonts ${kb((v) => v.bytes.Font)}, other ${kb((v) => v.bytes.Other)}; ` +
      `FCP ${of((v) => v.fcp).toFixed(0)} ms, LCP ${lcp.toFixed(0)} ms, TBT ${tbt.toFixed(0)} ms, CLS ${cls.toFixed(3)}` +
      `${page.isPressed ? `, usable after ${usable.toFixed(0)} ms` : ''} ${isWithin ? '' : '  OVER BUDGET'}`,
  );
  return isWithin;
}

/**
 * Loads pages with the network and processor throttling of Lighthouse's mobile profile and measures transfer sizes,
 * paint times and layout shifts.
 */
export function measureFirstLoad(browser: Browser, runs: number): Promise<void> {
  return withBenchSite({}, async ({ origin }) => {
    console.log(`Slow 4G (Lighthouse, applied), processor ${slowdown}x slower, median of ${runs}; compressed sizes`);
    const packages = { url: `${origin}/course-booking`, isSignedIn: true };
    const courses = { url: `${origin}/course-booking?tab=individual`, isSignedIn: true };
    const pages: PageOf[] = [
      { name: 'Home', url: `${origin}/`, budgets: publicBudgets },
      { name: 'Courses list', url: `${origin}/courses-list`, budgets: publicBudgets },
      { name: 'Course detail', url: origin + (await firstCoursePath(origin)), budgets: publicBudgets },
      { name: 'Book Online', ...packages, budgets: bookingBudgets },
      { name: 'Single courses', ...courses, budgets: bookingBudgets },
      { name: 'Book Online, pressed', ...packages, isPressed: true, budgets: pressedBudgets },
      { name: 'Single courses, pressed', ...courses, isPressed: true, budgets: pressedBudgets },
    ];
    for (const page of pages) if (!(await measure(browser, page, runs))) process.exitCode = 1;
  });
}
