import { StaffConsole } from '../support/screens/staff-console.ts';
import { ageStepUp } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The demo's accountant can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'accountant' });

const refund = 500;

/** The sum of a column of numbers, in paise. */
const sum = (rows: readonly string[][], at: number) =>
  rows.reduce((total, row) => total + Math.round(Number(row[at]) * 100), 0);

test('an accountant sells a course at the office and cancels it with a partial refund, and the revenue report agrees with the ledger', async ({
  account,
  unverified: buyer,
  visitor,
  browser,
  baseURL,
  site,
  watch,
}) => {
  const student = await visitor.signsInByApi(account);
  const checkout = await student.startsCheckoutWith('Personal Survival Techniques (PST)');
  await checkout.reachesPayment();

  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const accountant = await StaffConsole.signsIn(page, 'accounts', watch);

  await test.step('the staff console lists a payment that a student has begun as pending', async () => {
    await accountant.opens('Refunds and payments');
    await page.getByRole('tab', { name: 'Payments pending' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: account.name })).toContainText('not paid yet');
    await accountant.findsItAccessible();
  });

  await test.step('an accountant sells a course at the office, and the order can be opened at once', async () => {
    await accountant.opens('Orders');
    await page.getByRole('link', { name: 'Sell at the office' }).click();
    await accountant.arrivesAt('Sell at the office');
    await page.getByRole('searchbox', { name: 'Student' }).fill(buyer.mobile);
    await page.getByRole('button', { name: new RegExp(buyer.mobile) }).click();
    await page.getByRole('combobox', { name: 'Course or package' }).fill('Elementary First Aid');
    await page.getByRole('option', { name: /^Elementary First Aid/ }).click();
    await page.getByRole('combobox', { name: 'Batch' }).click();
    await page
      .getByRole('option', { name: /[1-9]\d* free/ })
      .first()
      .click();
    await page.getByRole('checkbox', { name: /accepts the booking terms/ }).check();
    await page.getByLabel('Reason').fill('came to the counter');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    const sold = page.getByRole('status').filter({ hasText: 'Sold. The seat is booked.' });
    await expect(sold).toBeVisible();
    await sold.getByRole('link', { name: /^LF-/ }).click();
    await accountant.arrivesAt(/^Order LF-/);
  });

  await test.step('cancelling a booking with a refund of a chosen amount requires the second factor again', async () => {
    await ageStepUp(site);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    await dialog.getByRole('radio', { name: 'Another amount' }).check();
    await dialog.getByLabel('Amount in rupees').fill(String(refund));
    await dialog.getByLabel('Reason').fill('fell ill');
    watch.expects(/status of 403/);
    await dialog.getByRole('button', { name: 'Cancel and refund ₹500' }).click();
    await accountant.stepsUp();
    await expect(dialog).toBeHidden();
  });

  await test.step('the accountant finds the refund that is due and records it as paid back by hand', async () => {
    await accountant.opens('Refunds and payments');
    const due = page.getByRole('listitem').filter({ hasText: 'fell ill' });
    await due.getByRole('button', { name: 'Record as paid by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record as paid by hand' });
    await dialog.getByLabel('Reference').fill('voucher 17');
    await dialog.getByLabel('Reason').fill('paid in cash');
    await accountant.findsItAccessible();
    await dialog.getByRole('button', { name: /^Record ₹500.* as paid back$/ }).click();
    await accountant.seesToast('Recorded as paid back');
    await expect(due).toHaveCount(0);
  });

  await test.step('the revenue in the CSV report equals the revenue in the ledger, whose entries add up to zero', async () => {
    await accountant.opens('Reports');
    await page.getByLabel('Period').selectOption('This month');
    await expect(page.getByRole('table', { name: 'Revenue by month' })).toContainText('₹500');
    const report = await accountant.readsCsvBy(page.getByRole('button', { name: 'CSV of Revenue by month' }));
    await accountant.opens('Refunds and payments');
    await page.getByRole('tab', { name: 'Exports' }).click();
    const [, ...ledger] = await accountant.readsCsvBy(page.getByRole('button', { name: 'Download' }));
    const entries = (name: string) => ledger.filter(([, , , one]) => one === name);
    expect(sum(ledger, 4)).toBe(0);
    const revenue = -sum(entries('revenue'), 4);
    expect(revenue).toBeGreaterThan(0);
    expect(sum(entries('refunds_payable'), 4)).toBe(0);
    // The columns are month, orders, received, refunded and revenue. The last row contains the totals.
    const [total = []] = report.slice(-1);
    expect([sum([total], 3), sum([total], 4)]).toEqual([refund * 100, revenue]);
  });
  await office.close();
});
