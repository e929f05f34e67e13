import type { BrowserContext, CDPSession, Page } from '@playwright/test';

export type Traffic = { requests: number; bytes: number };

/** What a page's requests cost on the wire from now on, headers of answers included; `isMeant` by address. */
export async function countTraffic(page: Page, isMeant: (url: URL) => boolean = () => true): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const traffic: Traffic = { requests: 0, bytes: 0 };
  const meant = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!isMeant(new URL(request.url)) || meant.has(requestId)) return;
    meant.add(requestId);
    traffic.requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (meant.has(requestId)) traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Makes the page's processor so many times slower. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** A phone that keeps nothing of former visits. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Waits until the worker has fetched its parts and rules the page. */
export async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  });
}

/** Milliseconds of a page that is being opened: its largest paint, and the frame in which the page itself stands. */
export async function openAndSeeLargest(context: BrowserContext, url: string, slowdown = 1) {
  const page = await context.newPage();
  if (slowdown > 1) await slowDown(page, slowdown);
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root h1')) Object.assign(window, { stoodByBench: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const largest = await largestPaint(page);
  const stands = await page.evaluate(() => (window as unknown as { stoodByBench: number }).stoodByBench);
  const began = await page.evaluate(() => performance.timeOrigin);
  await page.close();
  return { largest, stands, began };
}

const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let at = 0;
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) at = startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => resolve(at), 1500);
      }),
  );
