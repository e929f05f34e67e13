import type { Locator } from '@playwright/test';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// An authenticator code works only once per site, so this file has its own site.
test.use({ academy: 'editor-bar' });
test.setTimeout(240_000);

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}

test('in the staff console, the tabs and the button “Publish…” stay in view above a long course form and never cover the focused field', {
  tag: '@wide',
}, async ({ page, watch }) => {
  const editor = await StaffConsole.signsIn(page, 'editor', watch);
  await page.goto('/staff/content/courses');
  await editor.arrivesAt('Courses');
  await page
    .getByRole('table')
    .getByRole('link', { name: /^Advanced Fire Fighting/ })
    .click();
  await editor.arrivesAt(/^Advanced Fire Fighting/);
  const panel = page.getByRole('tabpanel');
  const publish = page.getByRole('button', { name: 'Publish…' });

  await test.step('after a change at the end of the form, Publish… is in view', async () => {
    await panel.getByRole('textbox').last().press('End');
    await page.keyboard.type(' changed');
    await expect(page.getByText('Draft saved. Visitors do not see it yet.')).toBeInViewport({ ratio: 1 });
    await expect(publish).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('tab', { name: 'Preview' })).toBeInViewport({ ratio: 1 });
    await editor.findsItAccessible();
  });

  await test.step('fields that come into view from above are not below the bar', async () => {
    const bar = await boxOf(page.locator('[data-editor-bar]'));
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const field = await boxOf(panel.locator(':focus'));
      expect(field.y, 'the bar does not cover the field').toBeGreaterThanOrEqual(bar.y + bar.height);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'the page does not scroll sideways').toBe(page.viewportSize()?.width);
  });
});
