import type { CDPSession, Page } from '@playwright/test';
import type { Visitor } from './support/screens/visitor.ts';
import { expect, test } from './support/test.ts';

/**
 * Number of rounds through six pages in each half of the hour. In the first half, code is loaded and the caches of data
 * and pages fill up.
 */
const roundsInHalf = 12;

/**
 * The memory of the page after garbage collection: size of the JavaScript heap in bytes, and numbers of nodes and
 * listeners.
 */
async function readMemory(browser: CDPSession) {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') };
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
}

test('in the second half of an hour of use, the memory that the page takes grows by less than 5 %', async ({
  visitor,
  account,
  watch,
}) => {
  test.setTimeout(1_200_000);
  watch.expects(/./);
  const { page } = visitor;
  await visitor.opensHome();
  await visitor.signsInByApi(account);
  await visitor.opensHome();
  await visitor.isServedByWorker();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  for (let round = 0; round < roundsInHalf; round++) await goRound(page, visitor);
  const half = await readMemory(browser);
  for (let round = 0; round < roundsInHalf; round++) await goRound(page, visitor);
  const end = await readMemory(browser);
  console.log(`memory after half an hour and an hour: ${JSON.stringify([half, end])}`);
  expect(end.heap).toBeLessThan(half.heap * 1.05);
  expect(end.nodes).toBeLessThan(half.nodes * 1.05);
  expect(end.listeners).toBeLessThan(half.listeners * 1.05);
});
