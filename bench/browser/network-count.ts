import type { BrowserContext, CDPSession, Page } from '@playwright/test';

export type Traffic = { requests: number; bytes: number };

/**
 * Starts to count a page's requests and the bytes of the responses, headers included. `isCounted` selects requests by
 * URL.
 */
export async function countTraffic(page: Page, isCounted: (url: URL) => boolean = () => true): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const traffic: Traffic = { requests: 0, bytes: 0 };
  const counted = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!isCounted(new URL(request.url)) || counted.has(requestId)) return;
    counted.add(requestId);
    traffic.requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Slows the page's processor down by this factor. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** Options for a browser context that behaves like a phone. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Waits until the service worker has installed and controls the page. */
export async function untilWorkerControls(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  });
}

/**
 * Opens a page in a new tab, waits for its heading, and closes the tab. `largest`: milliseconds until the largest
 * contentful paint. `rendered`: milliseconds until the frame in which React has rendered the heading. `began`: when the
 * navigation started, in milliseconds since the epoch.
 */
export async function openAndSeeLargest(context: BrowserContext, url: string, slowdown = 1) {
  const page = await context.newPage();
  if (slowdown > 1) await slowDown(page, slowdown);
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root h1')) Object.assign(window, { renderedAt: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const largest = await largestPaint(page);
  const rendered = await page.evaluate(() => (window as unknown as { renderedAt: number }).renderedAt);
  const began = await page.evaluate(() => performance.timeOrigin);
  await page.close();
  return { largest, rendered, began };
}

/**
 * Collects largest-contentful-paint entries for 1.5 s and returns the time of the last one, in milliseconds since
 * navigation.
 */
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
