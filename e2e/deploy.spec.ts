import type { Page } from '@playwright/test';
import { Booker } from './support/booker.ts';
import { Checkout } from './support/checkout.ts';
import { finishes, Standing, stands } from './support/checkout-stands.ts';
import { HeldCalls } from './support/held-calls.ts';
import { buildNextRelease, type NextRelease, releaseMark } from './support/next-release.ts';
import { asha } from './support/students.ts';
import { test as base, expect } from './support/voyage.ts';

/** Deploys by turns the release that is not served: the built site, and the next one. */
type Deploys = { next: string | null; deploy: () => Promise<void> };

const test = base.extend<object, { built: NextRelease; deploys: Deploys }>({
  built: [
    async ({ browserName: _ }, use) => {
      const built = await buildNextRelease();
      await use(built);
      await built.dispose();
    },
    { scope: 'worker' },
  ],
  deploys: [
    async ({ site, built }, use) => {
      const deploys: Deploys = {
        next: 'next',
        deploy: async () => {
          await site.stop();
          await site.restart(deploys.next ? built.folder : undefined);
          deploys.next = deploys.next ? null : 'next';
        },
      };
      await use(deploys);
    },
    { scope: 'worker' },
  ],
});

// The server is away for a moment, and calls are refused on purpose.
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource|status of \d{3}/));

const reloads = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('test:reloads')));
const release = (page: Page) => page.locator('html').getAttribute(releaseMark);

async function countReloads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [visit] = performance.getEntriesByType('navigation');
    if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'reload') return;
    sessionStorage.setItem('test:reloads', String(Number(sessionStorage.getItem('test:reloads')) + 1));
  });
}

/** A page looks for a new version, as it does each hour, until one waits: another tab, where this one is just leaving. */
async function findsUpdate(page: Page, isLeaving: boolean): Promise<void> {
  const tab = isLeaving ? await page.context().newPage() : page;
  if (isLeaving) await tab.goto('/');
  await expect(async () => {
    const isWaiting = await tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update().catch(() => {});
      return registration?.waiting?.state === 'installed';
    });
    expect(isWaiting).toBe(true);
  }).toPass({ timeout: 60_000 });
  if (isLeaving) await tab.close();
}

async function stand(page: Page, turn: number, typed: { lastName: string }): Promise<Standing> {
  await countReloads(page);
  const booker = new Booker(page);
  await page.goto(`/course-booking/details`);
  const checkout = new Checkout(page);
  await checkout.isKeptByWorker();
  const booked = await booker.fillsCart(turn);
  return new Standing(checkout, { booker, booked, calls: new HeldCalls(page), ...typed });
}

/** The student takes the new version; where a sheet covers the offer, in another tab, which leaves this one as it is. */
async function takesUpdate(page: Page, isCovered: boolean): Promise<void> {
  const tab = isCovered ? await page.context().newPage() : page;
  if (isCovered) await tab.goto('/');
  const before = await release(tab);
  await tab.getByRole('button', { name: 'Reload' }).click();
  // The old worker first ends what it is at.
  await expect.poll(() => release(tab).catch(() => before), { timeout: 90_000 }).not.toBe(before);
  if (isCovered) await tab.close();
}

// One state that waits and one that is critical in every run; all of them with SOAK=1 (npm run soak).
const sampled = ['waitingForConnection', 'creatingOrder'];
const chosen = Object.entries(stands).filter(([name]) => process.env.SOAK === '1' || sampled.includes(name));

for (const [turn, [name, { reach, sign, update }]] of chosen.entries())
  test(`a deploy while checkout is ${name} costs no booking and nothing typed`, async ({ page, visitor, deploys }) => {
    await visitor.isSignedInAs(asha);
    const lastName = `Nair-${String.fromCharCode(65 + turn)}`;
    const standing = await stand(page, turn, { lastName });
    await reach(standing);
    if (sign) await expect(sign(standing)).toBeVisible();

    await deploys.deploy();
    await findsUpdate(page, update === 'critical');
    if (sign) await expect(sign(standing)).toBeVisible();
    if (update !== 'critical') await takesUpdate(page, update === 'covered');
    else if (sign) await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await page.context().setOffline(false);
    await standing.parts.calls.letAllGo();
    if (name.startsWith('editingInformation')) await expect(standing.lastName).toHaveValue(lastName);
    await finishes(standing);
    expect(await reloads(page)).toBe(update ? 0 : 1);
  });
