import type { Page } from '@playwright/test';
import { chromiumLaunch } from '../../setup/programs/browser.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const launch = chromiumLaunch();

// Text at twice the usual size, as a person can set it in the browser.
test.use({
  serviceWorkers: 'block',
  launchOptions: { ...launch, args: [...(launch.args ?? []), '--blink-settings=defaultFontSize=32'] },
});

/**
 * Visible parts of the page that reach outside the window, except in boxes that scroll sideways by themselves. On phones the
 * head of a table is clipped, because each cell names its column.
 */
function outsideWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrollsSideways = (part: Element | null): boolean =>
      part !== null &&
      part !== document.body &&
      (/auto|scroll/.test(getComputedStyle(part).overflowX) || scrollsSideways(part.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter(
        (part) =>
          !part.closest('svg, thead, dialog:not([open]), .visually-hidden') && !scrollsSideways(part.parentElement),
      )
      .filter((part) => {
        const { left, right, height } = part.getBoundingClientRect();
        return height > 0 && (left < -1 || right > width + 1);
      })
      .map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 40)}`);
  });
}

for (const width of [390, 360]) {
  test(`at twice the usual font size, every part of a page stays inside a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/courses-list', '/login', '/contact-us']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect.soft(await outsideWindow(page), path).toEqual([]);
    }
    await page.goto('/register');
    const birthday = page.getByRole('group', { name: 'Date of birth' });
    for (const part of ['Day', 'Month', 'Year'])
      expect((await birthday.getByLabel(part).boundingBox())?.width, `room for digits: ${part}`).toBeGreaterThan(128);
    expect(await outsideWindow(page), 'registration').toEqual([]);
    await page.goto('/courses-list');
    await page.goto((await page.locator('main a[href^="/course-booking/"]').first().getAttribute('href')) ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await outsideWindow(page), 'a course').toEqual([]);
    const logo = await page.getByRole('banner').getByRole('link', { name: 'Landfall' }).boundingBox();
    const login = await page.getByRole('banner').getByRole('link', { name: 'Login' }).boundingBox();
    expect((logo?.x ?? 0) + (logo?.width ?? 0)).toBeLessThanOrEqual(login?.x ?? 0);

    await new SignIn(page).byApi(asha);
    await page.goto('/profile?tab=payments');
    await expect(page.getByRole('table', { name: /^Payments/ })).toBeVisible();
    expect(await outsideWindow(page), 'payments').toEqual([]);
  });
}
