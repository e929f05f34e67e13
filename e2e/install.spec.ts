import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Yesterday was the first visit. */
async function visitedBefore(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('landfall-first-visit', String(Date.now() - 86_400_000)));
}

/** As Chromium does where a site can be installed, which no browser without a person does. */
function offerInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  return page.evaluate((said) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        if (said === 'accepted') setTimeout(() => window.dispatchEvent(new Event('appinstalled')));
        return { outcome: said };
      },
    });
    const isHeld = !window.dispatchEvent(event);
    if (!isHeld) throw new Error('The page did not hold the offer back');
  }, outcome);
}

const card = (page: Page) => page.getByRole('region', { name: 'Install', exact: true });

test('a first visit is not asked to install; a later one is, and is then offered the voyage', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  await offerInstall(page, 'accepted');
  await visitor.exploresCourses();
  await expect(card(page)).toHaveCount(0);
  await visitedBefore(page);
  await visitor.opensHome();
  await offerInstall(page, 'accepted');
  await expect(card(page)).toBeVisible();
  await expectAccessible(page);
  await card(page).getByRole('button', { name: 'Install' }).click();
  await page.getByRole('region', { name: 'Installed' }).getByRole('link', { name: 'Save for the voyage' }).click();
  await visitor.arrivesAt('Save for the voyage');
  await offerInstall(page, 'accepted');
  await expect(card(page)).toHaveCount(0);
});

test('who declines is not asked again, and nobody is while booking', async ({ visitor }) => {
  const { page } = visitor;
  await visitedBefore(page);
  await visitor.isSignedInAs(asha);
  await page.goto('/course-booking/details');
  await visitor.arrivesAt(/cart/i);
  await offerInstall(page, 'dismissed');
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Landfall' }).filter({ visible: true }).click();
  await expect(card(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Not now' }).click();
  await expect(card(page)).toHaveCount(0);
  await visitor.opensHome();
  await offerInstall(page, 'dismissed');
  await visitor.exploresCourses();
  await expect(card(page)).toHaveCount(0);
});

test.describe('Safari of an iPhone', () => {
  test.use({ userAgent: iphone });

  test('is shown the steps', async ({ visitor }) => {
    await visitedBefore(visitor.page);
    await visitor.opensHome();
    await expect(card(visitor.page).getByRole('listitem')).toHaveText([/Share/, /Add to Home Screen/, 'Tap Add.']);
    await expectAccessible(visitor.page);
  });
});
