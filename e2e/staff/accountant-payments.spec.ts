import type { APIRequestContext } from '@playwright/test';
import { getStaffOrder, listOpenBatches, previewTransfer, transferStaffBooking } from '../../contract/staff/orders.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { callApi } from '../support/site/api-call.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { checkRefundsNow, postponePaymentChecks, refuseFirstRefund } from '../support/site/payment-rows.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's accountant and registrar can each use an authenticator code only once per site, so this file needs a site
// of its own.
test.use({ academy: 'accountant-payments' });

const firstAid = 'Elementary First Aid (EFA)';
const survival = 'Personal Survival Techniques (PST)';

/** The price difference of these two courses, and the refund that the accountant gives, in rupees. */
const [due, refund] = [354, 500];

/**
 * Moves the booking of a course to a batch of another course through the API, with the registrar's session in `office`.
 */
async function transfers(office: APIRequestContext, orderId: string, from: string, to: string): Promise<void> {
  const { data } = listOpenBatches.answers[200].parse(await callApi(office, listOpenBatches));
  const course = data.find(({ course_name }) => course_name === from);
  const batch = data.find(({ course_name, free }) => course_name === to && free > 0);
  if (!course || !batch) throw new Error(`${from} and ${to} need an open batch`);
  const url = `/api/staff/orders/${orderId}/transfer`;
  const move = { course_id: course.course_id, to_batch_id: batch.batch_id };
  const query = { course_id: String(move.course_id), to_batch_id: String(move.to_batch_id) };
  const preview = previewTransfer.answers[200].parse(await callApi(office, { ...previewTransfer, url }, { query }));
  const { refund, due } = preview.data;
  const body = { ...move, refund, due, reason: 'chose the wrong course' };
  await callApi(office, { ...transferStaffBooking, url }, { body });
}

/** Reads the state of the only refund of an order through the API, with the session of a staff member in `office`. */
async function readRefundState(office: APIRequestContext, orderId: string): Promise<string | undefined> {
  const call = { ...getStaffOrder, url: `/api/staff/orders/${orderId}` };
  return getStaffOrder.answers[200].parse(await callApi(office, call)).data.refunds[0]?.state;
}

/** The rows of a CSV file that are about an order. Each is an object with the column names as keys. */
function rowsAbout(orderId: string, [names = [], ...rows]: readonly string[][]): Array<Record<string, string>> {
  const records = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
  return records.filter(({ order_id }) => order_id === orderId);
}

test('an accountant rechecks a payment, records an amount due, credits a wallet and retries a refund, and the exports list each amount', {
  tag: '@desktop',
}, async ({ account, page: studentPage, browser, baseURL, site, watch }) => {
  const booking = new BookingApi(studentPage.request);
  const studentId = await signInByApi(studentPage.request, account);
  await booking.addsCourse(firstAid);
  const { order_id: order, checkout_url: checkout } = await booking.places(studentId);
  await postponePaymentChecks(site, order);
  // The student pays but closes the payment page at once, so the site does not learn of the payment.
  await studentPage.request.post(`${new URL(checkout, 'http://localhost').pathname}/pay`, { maxRedirects: 0 });
  const price = (await booking.readsOrders())[0]?.total ?? 0;

  const opensConsole = async (role: 'accounts' | 'registrar') => {
    const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
    await watch.follow(office);
    const page = await office.newPage();
    return { office, page, member: await StaffConsole.signsIn(page, role, watch) };
  };
  const { office, page, member: accountant } = await opensConsole('accounts');
  const main = page.getByRole('main');
  const opensOrder = async () => {
    await page.goto(`/staff/orders/${order}`);
    await accountant.arrivesAt(`Order ${order}`);
  };

  await test.step('a recheck finds a payment of which the site has not heard, and the course is booked', async () => {
    await accountant.opens('Refunds and payments');
    await page.getByRole('tab', { name: 'Payments pending' }).click();
    await main.getByRole('link', { name: order }).click();
    await accountant.arrivesAt(`Order ${order}`);
    const facts = main.getByRole('region', { name: 'Order', exact: true });
    await expect(facts).toContainText('Awaiting payment');
    await main.getByRole('button', { name: 'Recheck payment' }).click();
    await expect(facts.getByRole('link', { name: /^LFR-/ })).toBeVisible();
    await expect(facts).not.toContainText('Awaiting payment');
    await expect(main.getByRole('button', { name: 'Recheck payment' })).toHaveCount(0);
  });

  await test.step('an amount due that a student pays by UPI is recorded with its reference and has a receipt of its own', async () => {
    const { office: registrarOffice, page: registrarPage } = await opensConsole('registrar');
    await transfers(registrarPage.request, order, firstAid, survival);
    await registrarOffice.close();
    await accountant.opens('Orders');
    await main.getByLabel('State').selectOption('With an amount due');
    await main.getByRole('link', { name: account.name }).click();
    await accountant.arrivesAt(`Order ${order}`);
    await main.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByLabel('Paid by').selectOption('UPI');
    await dialog.getByLabel('Reference').fill('UPI 4711');
    await dialog.getByLabel('Reason').fill('paid at the counter');
    await accountant.findsItAccessible();
    await dialog.getByRole('button', { name: `Record ₹${due}.00` }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/are due at the office/)).toHaveCount(0);
    await expect(main.getByText(`(PDF), ₹${due}.00`)).toBeVisible();
  });

  await test.step('money added to a wallet is shown to the accountant and to the student', async () => {
    await main.getByRole('link', { name: account.name }).click();
    await accountant.arrivesAt(account.name);
    await main.getByRole('button', { name: 'Add money' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add money to the wallet' });
    await dialog.getByLabel('Amount in rupees').fill('250.50');
    await dialog.getByLabel('Number of the receipt or voucher').fill('V-2026-17');
    await dialog.getByLabel('Reason').fill('paid too much in cash');
    await accountant.findsItAccessible();
    await dialog.getByRole('button', { name: 'Add money' }).click();
    await expect(dialog).toBeHidden();
    const money = main.getByRole('region', { name: 'Payments and wallet' });
    await expect(money).toContainText('+₹250.50, Added at the accounts office');
    const wallet = await new StudentArea(studentPage).opens('My Wallet');
    await expect(wallet).toContainText('₹250.50');
    await expect(wallet).toContainText('Added at the accounts office');
  });

  await test.step('a refund that the payment provider has refused is requested again, and then paid back', async () => {
    await refuseFirstRefund(site, order);
    await opensOrder();
    await main.getByRole('button', { name: 'Cancel booking' }).click();
    const cancelling = page.getByRole('dialog', { name: 'Cancel booking' });
    await cancelling.getByRole('radio', { name: 'Another amount' }).check();
    await cancelling.getByLabel('Amount in rupees').fill(String(refund));
    await cancelling.getByLabel('Reason').fill('fell ill');
    await cancelling.getByRole('button', { name: `Cancel and refund ₹${refund}` }).click();
    await expect(cancelling).toBeHidden();
    await expect.poll(() => readRefundState(page.request, order)).toBe('failed');

    await accountant.opens('Refunds and payments');
    const row = main.getByRole('listitem').filter({ hasText: order });
    await expect(row).toContainText('Failed');
    await row.getByRole('button', { name: 'Request again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request the refund again' });
    await dialog.getByLabel('Reason').fill('the provider has corrected its list');
    await accountant.findsItAccessible();
    await dialog.getByRole('button', { name: 'Request again' }).click();
    await accountant.seesToast('The refund is requested again');
    await expect(row.getByRole('button')).toHaveCount(0);
    await expect.poll(() => readRefundState(page.request, order)).toBe('sent');
    await checkRefundsNow(site);
    await expect.poll(() => readRefundState(page.request, order)).toBe('settled');
    await main.getByLabel('State').selectOption('Paid back');
    await expect(row).toContainText(`₹${refund}.00`);
  });

  await test.step('the exports of payments and refunds contain each amount of the order', async () => {
    await page.getByRole('tab', { name: 'Exports' }).click();
    await main.getByLabel('File').selectOption('Payments');
    const payments = rowsAbout(order, await accountant.readsCsvBy(main.getByRole('button', { name: 'Download' })));
    expect(payments).toMatchObject([
      { provider: 'sandbox', outcome: 'approved', amount: String(price) },
      { provider: 'office', outcome: 'approved', amount: String(due), method: 'upi', reference: 'UPI 4711' },
    ]);
    await main.getByLabel('File').selectOption('Refunds');
    const refunds = rowsAbout(order, await accountant.readsCsvBy(main.getByRole('button', { name: 'Download' })));
    expect(refunds).toMatchObject([{ state: 'settled', amount: String(refund), reason: 'fell ill' }]);
  });
  expect(await site.command('seats', 'reconcile')).toBe('no differences\n');
  await office.close();
});
