import { SignIn } from '../support/screens/sign-in.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const currentCourse = 'Diploma in Shipping Management';
const completedCourse = "GMDSS General Operator's Certificate (GOC)";
const pendingCourse = 'Ship Security Officer (SSO)';

// One journey stops the site, which all journeys of this worker share, so start it again.
test.afterEach(({ site }) => site.restart());

test('My Courses shows the booked courses in tabs and in a calendar, and the search in My Courses finds a course', {
  tag: '@wide',
}, async ({ visitor }) => {
  const { page } = await visitor.signsInByApi(asha);
  const student = new StudentArea(page);
  const panel = await student.opens('My Courses');
  const entry = await student.expandsCourse(currentCourse);
  await expect(entry).toContainText('Joining instructions');
  await expect(entry).toContainText('27 Garden Street, Guindy');
  await student.opensWithin('Completed');
  await student.searches('radio');
  await expect(panel.getByRole('list', { name: 'Courses' }).getByRole('heading', { level: 3 })).toHaveText([
    completedCourse,
  ]);
  await student.searches('no such course');
  await expect(panel.getByText('No course here matches “no such course”')).toBeVisible();
  await student.findsItAccessible();
  const { name, text } = await student.savesCalendar('Add all to calendar');
  expect(name).toBe('landfall-courses.ics');
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(8);

  await panel.getByRole('link', { name: 'Calendar' }).click();
  await expect(panel.getByRole('table', { name: /^Booked courses in/ })).toContainText(currentCourse);
  await student.findsItAccessible();
  await panel.getByRole('button', { name: 'Next month' }).press('Enter');
  await student.findsItAccessible();
  await panel.getByRole('link', { name: 'Browse More Courses' }).click();
  await expect(page).toHaveURL(/\/course-booking$/);
});

test('a student sees their wallet, orders and payments', async ({ visitor }) => {
  const { page } = await visitor.signsInByApi(asha);
  const student = new StudentArea(page);
  // A link with an unknown tab or an unknown course still opens the page.
  await page.goto('/course-booking?tab=unknown&course=unknown');
  await student.arrivesAt('Book Online');
  await page.goto('/profile?tab=unknown');
  await student.arrivesAt('Your profile');
  const banner = page.getByRole('banner');
  // Until the code of the user menu has loaded, a link with the student's name is shown in place of the menu.
  const nameInMenu = banner.getByRole('navigation', { name: 'Account' }).getByText('Asha Nair');
  await expect(nameInMenu).toBeVisible();
  // The academy's name is shown in full, and the student's name as far as it fits between logo and cart.
  const [logo, name, cart] = await Promise.all([
    banner.getByText('Landfall', { exact: true }).boundingBox(),
    nameInMenu.boundingBox(),
    banner.getByRole('link', { name: /Cart/i }).boundingBox(),
  ]);
  expect(logo?.width).toBeGreaterThan(60);
  expect(name?.width).toBeGreaterThan(40);
  expect(name?.x).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0));
  expect(cart?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0));
  const wallet = await student.opens('My Wallet');
  await expect(wallet.getByRole('region', { name: 'Balance' })).toContainText('₹3,080.00');
  await expect(wallet.getByRole('table').getByRole('row')).toHaveCount(6);
  await expect(wallet.getByRole('button', { name: 'Add Money' })).toBeDisabled();

  const orders = await student.opens('My Orders');
  await student.opensWithin('Order History');
  await expect(orders.getByText('Failed', { exact: true })).toBeVisible();
  await student.opensWithin('Active Orders');
  const order = orders.getByRole('group').filter({ hasText: currentCourse });
  await student.expands(order);
  await expect(order.getByText('In Progress')).toBeVisible();
  await student.findsItAccessible();
  await order.getByRole('link', { name: /^View receipt/ }).click();
  await student.arrivesAt('Receipt');

  const payments = await student.opens('Payments');
  await expect(payments.getByRole('row').filter({ hasText: 'Failed' })).toContainText('₹7,552.00');
  await expect(payments.getByRole('link', { name: /^Receipt LFR-/ })).not.toHaveCount(0);
});

test('for a student who has booked nothing, every tab of the student area says that it is empty', async ({
  account,
  page,
}) => {
  await page.goto('/login');
  await new SignIn(page).byPassword(account);
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

test('My Orders and Order History show a pending payment, and pressing “Recheck Payment” shows that the payment has succeeded', async ({
  account,
  context,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const student = new StudentArea(page);
  const checkout = await student.startsCheckoutWith(pendingCourse);
  await checkout.reachesPayment();
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

test('courses, wallet, orders and payments that a student has seen can be read while the server is down', async ({
  device,
  site,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const online = new StudentArea((await new Visitor(await device.open()).signsInByApi(asha)).page);
  const tabs = ['My Courses', 'My Wallet', 'My Orders', 'Payments'] as const;
  const seen = {
    'My Courses': currentCourse,
    'My Wallet': '₹3,080.00',
    'My Orders': currentCourse,
    Payments: '₹94,400.00',
  };
  for (const tab of tabs) await expect((await online.opens(tab)).getByText(seen[tab]).first()).toBeVisible();
  await online.isServedByWorker();
  await device.close();
  await site.stop();

  const student = new StudentArea(await device.open());
  for (const tab of tabs) {
    const panel = await student.opens(tab);
    await expect(panel.getByText(seen[tab]).first()).toBeVisible();
    await expect(panel.getByText(/^Saved on this device, as of/)).toBeVisible();
  }
  await student.opens('My Courses');
  const { text } = await student.savesCalendar(/^Add to calendar/);
  expect(text).toContain(`SUMMARY:${currentCourse}`);
});
