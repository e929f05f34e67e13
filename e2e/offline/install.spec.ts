import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Makes the browser remember a first visit on the day before. */
async function rememberEarlierVisit(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('landfall-first-visit', String(Date.now() - 86_400_000)));
}

/** Dispatches the event with which Chromium offers an install. A headless browser never dispatches it. */
function offerInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  return page.evaluate((choice) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        if (choice === 'accepted') setTimeout(() => window.dispatchEvent(new Event('appinstalled')));
        return { outcome: choice };
      },
    });
    const isPrevented = !window.dispatchEvent(event);
    if (!isPrevented) throw new Error('The page did not prevent the browser’s own install prompt');
  }, outcome);
}

const card = (page: Page) => page.getByRole('region', { name: 'Install', exact: true });

test('the install prompt appears from the second visit on, and after the installation the site links to the download for offline use', {
  tag: '@wide',
}, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  await offerInstall(page, 'accepted');
  await visitor.exploresCourses();
  await expect(card(page)).toHaveCount(0);
  await rememberEarlierVisit(page);
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

test('the install prompt appears neither during booking nor after a student has declined the prompt', async ({
  account,
  visitor,
}) => {
  const { page } = visitor;
  await rememberEarlierVisit(page);
  await visitor.signsInByApi(account);
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

test.describe('in Safari on an iPhone', () => {
  test.use({ userAgent: iphone });

  test('Safari on an iPhone shows the steps to install the site', async ({ visitor }) => {
    await rememberEarlierVisit(visitor.page);
    await visitor.opensHome();
    await expect(card(visitor.page).getByRole('listitem')).toHaveText([/Share/, /Add to Home Screen/, 'Tap Add.']);
    await expectAccessible(visitor.page);
  });
});
