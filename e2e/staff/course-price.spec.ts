import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// The codes of the demo's editor work only once, so this file has its own site.
test.use({ academy: 'course-price' });

test('an editor changes the fee of a course, corrects it, and a visitor sees the price only when it is published', async ({
  browser,
  baseURL,
  watch,
}) => {
  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const editor = await StaffConsole.signsIn(page, 'editor', watch);
  const price = async () => {
    const html = await (await page.request.get('/course-booking/advanced-fire-fighting-aff-408')).text();
    return /₹[\d,]+/.exec(html.slice(html.indexOf('<main')))?.[0];
  };

  await test.step('the form shows the mistake of an empty fee, and keeps what was typed', async () => {
    await editor.opens('Content', 'Courses');
    await page.getByLabel('Search courses').fill('advanced fire');
    await page.getByRole('link', { name: /^Advanced Fire Fighting/ }).click();
    await editor.arrivesAt(/^Advanced Fire Fighting/);
    await page.getByRole('button', { name: 'Fees and discounts' }).click();
    await page.getByLabel('Full fee').fill('9100');
    await page.getByLabel('Fee of the course').fill('');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Show them in the form' }).click();
    await expect(page.getByLabel('Fee of the course')).toBeFocused();
    await expect(page.getByText('Fee of the course is missing')).toBeVisible();
    await expect(page.getByLabel('Full fee')).toHaveValue('₹9,100');
  });

  await test.step('the new fee is in the preview, and visitors still see the old one', async () => {
    await page.getByLabel('Fee of the course').fill('9100');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.frameLocator('iframe').getByText('₹9,100').first()).toBeVisible();
    expect(await price()).toBe('₹8,024');
  });

  await test.step('it is published with a reason, and visitors see it', async () => {
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByText('Bookings that are paid keep their price.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('fees of the new year');
    await editor.findsItAccessible();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(price).toBe('₹9,100');
  });
  await office.close();
});
