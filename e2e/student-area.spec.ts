import { registerBehindTheScreen } from './support/registration.ts';
import { SignIn } from './support/sign-in.ts';
import { StudentArea } from './support/student-area.ts';
import { asha } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

const running = 'Diploma in Shipping Management';
const over = "GMDSS General Operator's Certificate (GOC)";
// Not the course of another journey of this student: nobody books one batch twice.
const pendingCourse = 'Ship Security Officer (SSO)';

// One journey stops the server that the worker shares.
test.afterEach(({ site }) => site.restart());

test('a student reads what they have booked, by tab, by search and in the calendar', async ({ visitor }) => {
  const { page } = await visitor.isSignedInAs(asha);
  const student = new StudentArea(page);
  const panel = await student.opens('My Courses');
  const entry = await student.unfolds(running);
  await expect(entry).toContainText('Joining instructions');
  await expect(entry).toContainText('27 Garden Street, Guindy');
  await student.opensWithin('Completed');
  await student.searches('radio');
  await expect(panel.getByRole('list', { name: 'Courses' }).getByRole('heading', { level: 3 })).toHaveText([over]);
  await student.searches('no such course');
  await expect(panel.getByText('No course here matches “no such course”')).toBeVisible();
  await student.findsItAccessible();
  const { name, text } = await student.savesCalendar('Save all to calendar');
  expect(name).toBe('landfall-courses.ics');
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(8);

  await panel.getByRole('link', { name: 'Calendar' }).click();
  await expect(panel.getByRole('table', { name: /^Booked courses in/ })).toContainText(running);
  await student.findsItAccessible();
  await panel.getByRole('button', { name: 'Next month' }).press('Enter');
  await student.findsItAccessible();
  await panel.getByRole('link', { name: 'Browse More Courses' }).click();
  await expect(page).toHaveURL(/\/course-booking$/);
});

test('a student reads wallet, orders and payments', async ({ visitor }) => {
  const { page } = await visitor.isSignedInAs(asha);
  const student = new StudentArea(page);
  const wallet = await student.opens('My Wallet');
  await expect(wallet.getByRole('region', { name: 'Balance' })).toContainText('₹3,080.00');
  await expect(wallet.getByRole('table').getByRole('row')).toHaveCount(6);
  await expect(wallet.getByRole('button', { name: 'Add Money' })).toBeDisabled();

  const orders = await student.opens('My Orders');
  await student.opensWithin('Order History');
  await expect(orders.getByText('Failed', { exact: true })).toBeVisible();
  await student.opensWithin('Active Orders');
  const order = orders.getByRole('group').filter({ hasText: running });
  if (!(await order.getByText('In Progress').isVisible())) await order.getByRole('heading', { level: 3 }).click();
  await student.findsItAccessible();
  await order.getByRole('link', { name: /^View receipt/ }).click();
  await student.arrivesAt('Receipt');

  const payments = await student.opens('Payments');
  await expect(payments.getByRole('row').filter({ hasText: 'Failed' })).toContainText('₹7,552.00');
  await expect(payments.getByRole('link', { name: /^Receipt LFR-/ })).not.toHaveCount(0);
});

test('a student who has booked nothing is told what will stand there', async ({ page }, { project }) => {
  const tara = await registerBehindTheScreen(page, `tara.area.${project.name}`);
  await page.goto('/login');
  await new SignIn(page).byPassword(tara);
  const student = new StudentArea(page);
  const texts = {
    'My Courses': 'No courses yet',
    'My Wallet': 'No transactions yet',
    'My Orders': 'No active orders',
    Payments: 'Your payments will appear here.',
  } as const;
  for (const [tab, text] of Object.entries(texts) as Array<[keyof typeof texts, string]>)
    await expect((await student.opens(tab)).getByText(text)).toBeVisible();
});

test('a pending payment is seen in both lists of orders, rechecked, and then paid', async ({ context, visitor }) => {
  const { page } = await visitor.isSignedInAs(asha);
  const student = new StudentArea(page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(pendingCourse);
  await student.opensCart();
  const checkout = await student.confirmsBooking();
  await checkout.proceeds();
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  const paymentPage = page.url();
  await page.getByRole('button', { name: 'Leave pending' }).click();
  await checkout.arrivesAt('Payment pending');

  await student.opens('My Orders');
  await expect(student.pendingNotice).toBeVisible();
  await student.rechecks();
  await expect(page.getByRole('status').filter({ hasText: 'is still pending' })).toBeVisible();
  await student.opensWithin('Order History');
  await expect(student.pendingNotice).toBeVisible();

  const bank = await context.newPage();
  await bank.goto(paymentPage);
  await bank.getByRole('button', { name: 'Pay without returning' }).click();
  await expect(bank.getByRole('button', { name: 'Pay without returning' })).toHaveCount(0);
  await student.rechecks();
  await expect(page.getByRole('status').filter({ hasText: /^LF-.* is paid/ })).toBeVisible();
  await expect(student.pendingNotice).toHaveCount(0);
  await student.opensWithin('Active Orders');
  await expect(page.getByRole('list', { name: 'Active Orders' })).toContainText(pendingCourse);
});

test('what a student has seen of courses, wallet, orders and payments is there with the server gone', async ({
  device,
  site,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const online = new StudentArea((await new Visitor(await device.open()).isSignedInAs(asha)).page);
  const tabs = ['My Courses', 'My Wallet', 'My Orders', 'Payments'] as const;
  for (const tab of tabs) await online.opens(tab);
  await online.isKeptByWorker();
  await device.close();
  await site.stop();

  const student = new StudentArea(await device.open());
  const seen = { 'My Courses': running, 'My Wallet': '₹3,080.00', 'My Orders': running, Payments: '₹94,400.00' };
  for (const tab of tabs) {
    const panel = await student.opens(tab);
    await expect(panel.getByText(seen[tab]).first()).toBeVisible();
    await expect(panel.getByText(/^Saved on this device, as of/)).toBeVisible();
  }
  await student.opens('My Courses');
  const { text } = await student.savesCalendar(/^Save to calendar/);
  expect(text).toContain(`SUMMARY:${running}`);
});
