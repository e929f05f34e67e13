import type { Page } from '@playwright/test';
import { printOnPaper } from '../support/browser/print-on-paper.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { addOpenTasks, readPaidOrder } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The demo's administrator can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'printed-console', colorScheme: 'dark' });

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

/** Prints the page and expects that everything on it is on the paper, between the margins, and that no button is. */
async function printsAll(page: Page) {
  const { missing, cutOff, ...printed } = await printOnPaper(page);
  expect(missing, 'lines that are not on the paper').toEqual([]);
  expect(cutOff, 'texts beyond the margins').toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });
  return printed;
}

test('in dark mode the staff console prints an order, a long table and recovery codes on white paper, without menu, buttons or anything cut off', {
  tag: '@desktop',
}, async ({ page, site, watch, account }) => {
  const administrator = await StaffConsole.signsIn(page, 'administrator', watch);
  const main = page.getByRole('main');

  await test.step('the printed order has the student, the courses, payments, refunds, the amount due and the history', async () => {
    const order = await readPaidOrder(site);
    await addOpenTasks(site, order, account.mobile);
    await page.goto(`/staff/orders/${order}`);
    await administrator.arrivesAt(`Order ${order}`);
    const menu = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();
    expect(menu).toContain('Audit log');
    const { text, hasDarkBackground } = await printsAll(page);
    for (const part of [order, '@example.com', 'Paid', 'Receipt', '1,250.00 are due at the office', '(batch'])
      expect(text).toContain(withoutSpaces(part));
    for (const part of ['approved, net_banking', 'refund of ₹500.00, failed, fell ill', 'Paid and booked'])
      expect(text).toContain(withoutSpaces(part));
    for (const name of [...menu, 'All orders', 'Skip to the page', 'Staff console', '(PDF)'])
      expect(text).not.toContain(withoutSpaces(name));
    expect(hasDarkBackground).toBe(false);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  await test.step('a table that scrolls on the screen is printed with all its rows', async () => {
    await administrator.opens('Today');
    const figures = main.getByRole('region', { name: /^Bookings and revenue/ });
    await figures.getByRole('button', { name: 'Show table' }).click();
    await expect(figures.getByRole('row')).toHaveCount(31);
    await printsAll(page);
  });

  await test.step('recovery codes are printed without the page below their dialog', async () => {
    await page.goto('/staff/account');
    await administrator.arrivesAt('Your account');
    await main.getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('button', { name: 'Replace the codes' }).click();
    const codes = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [shown, { text, hasDarkBackground }] = [await codes.allInnerTexts(), await printsAll(page)];
    for (const code of shown) expect(text).toContain(code);
    expect(text).not.toContain('Sign-inlog');
    expect(hasDarkBackground).toBe(false);
  });
});
