import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Visitor } from './support/screens/visitor.ts';
import { expect, test } from './support/test.ts';

/**
 * Number of rounds through six pages in each half of the hour. The first half loads code and fills the caches of data
 * and pages. Between rounds 16 and 32, the heap of the page still grows by about 2 %; after 36 rounds it stops.
 */
const roundsInHalf = 16;
/**
 * How much larger the heaps may be after the second half. The engine discards compiled code that has not run for a
 * while, so the same state may take 4 % more or less.
 */
const largestGrowth = 1.1;
/** How far the page's clock is moved after each round, in milliseconds, so that all rounds together take an hour. */
const pauseMs = 3_600_000 / (2 * roundsInHalf);
/**
 * The largest heaps that a phone with 2 GB can afford, in bytes. Such a phone leaves a tab about 200 MB, most of which
 * the browser, the layout and the pictures take.
 */
const largestHeap = { page: 40_000_000, worker: 5_000_000 };

/** Sends a command of the DevTools protocol to one target. */
type Send = (method: string) => Promise<Record<string, unknown>>;

/** Attaches to the service worker, which Playwright gives no session of its own. */
async function attachToWorker(browser: Browser): Promise<Send> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const targetId = targetInfos.find(({ type }) => type === 'service_worker')?.targetId ?? '';
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  let count = 0;
  return (method) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      const read = ({ message }: { message: string }) => {
        const answer = JSON.parse(message);
        if (answer.id !== id) return;
        session.off('Target.receivedMessageFromTarget', read);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      session.on('Target.receivedMessageFromTarget', read);
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) }).catch(reject);
    });
}

/**
 * The memory of page and service worker after garbage collection: sizes of the JavaScript heaps in bytes, and the
 * page's numbers of nodes and listeners.
 */
async function readMemory(page: CDPSession, worker: Send) {
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  await worker('HeapProfiler.collectGarbage');
  const { usedSize } = await worker('Runtime.getHeapUsage');
  return {
    heap: read('JSHeapUsedSize'),
    workerHeap: Number(usedSize),
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
}

async function goRound(page: Page, visitor: Visitor): Promise<void> {
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'All courses' }).click();
  await visitor.arrivesAt('All courses');
  await page
    .getByRole('link', { name: /^View Course/ })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: 'Fees' })).toBeVisible();
  await page.getByRole('tab', { name: 'Fees' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).first().click();
  await visitor.arrivesAt('Ask us before you decide');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await visitor.arrivesAt('Search');
  await page.getByRole('searchbox').fill('fire');
  await expect(page.getByRole('region', { name: /^Courses/ })).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Landfall/ })
    .click();
  await visitor.arrivesAt('From first muster to master’s ticket');
  await page.clock.runFor(pauseMs);
}

test('in the second half of a simulated hour of use, the memory of page and service worker hardly grows and fits a phone with 2 GB', async ({
  visitor,
  account,
  browser,
  watch,
}) => {
  test.setTimeout(1_200_000);
  watch.expects(/./);
  const { page } = visitor;
  await page.clock.install();
  await visitor.opensHome();
  await visitor.signsInByApi(account);
  await visitor.opensHome();
  await visitor.isServedByWorker();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const worker = await attachToWorker(browser);
  for (let round = 0; round < roundsInHalf; round++) await goRound(page, visitor);
  const half = await readMemory(session, worker);
  for (let round = 0; round < roundsInHalf; round++) await goRound(page, visitor);
  const end = await readMemory(session, worker);
  console.log(`memory after half an hour and an hour: ${JSON.stringify([half, end])}`);
  expect(end.heap).toBeLessThan(half.heap * largestGrowth);
  expect(end.workerHeap).toBeLessThan(half.workerHeap * largestGrowth);
  expect(end.nodes).toBeLessThan(half.nodes * 1.05);
  expect(end.listeners).toBeLessThan(half.listeners * 1.05);
  expect(end.heap).toBeLessThan(largestHeap.page);
  expect(end.workerHeap).toBeLessThan(largestHeap.worker);
});
