import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { addDays } from '../contract/days.ts';
import { CallInterceptor } from './support/browser/call-interceptor.ts';
import { readStorageUse } from './support/browser/storage-use.ts';
import { CheckoutDriver, finishBooking } from './support/checkout-driver.ts';
import { applyCondition, type Condition, conditionNamed, endCondition } from './support/networks/conditions.ts';
import { behindProxy, shareSession, testOnBadNetwork } from './support/networks/test.ts';
import { Cart } from './support/screens/cart.ts';
import { Checkout } from './support/screens/checkout.ts';
import { OfflineLibrary } from './support/screens/offline-library.ts';
import { SignIn } from './support/screens/sign-in.ts';
import { Student } from './support/screens/student.ts';
import { StudentArea } from './support/screens/student-area.ts';
import { BookingApi } from './support/site/booking-api.ts';
import { buildNextRelease, type NextRelease, releaseAttribute } from './support/site/next-release.ts';
import { startSite } from './support/site/site-server.ts';
import { ageSessions, countRows } from './support/site/student-rows.ts';
import { expect } from './support/test.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const movedClock = pathToFileURL(join(root, 'tests/support/moved-clock.ts')).href;
const dayMs = 86_400_000;
/** The most that the site may take on a device, in bytes (docs/product.md#what-the-device-stores). */
const storageBudget = 10_000_000;

type Month = {
  /** A copy of the content folder, in which the journey changes a fee as the academy may do. */
  contentDir: string;
  /** Path of a file with the number of days by which the server's clock is ahead. */
  clockFile: string;
  nextRelease: NextRelease;
};

const test = testOnBadNetwork.extend<object, { month: Month }>({
  month: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'landfall-month-'));
      const month = { contentDir: join(folder, 'content'), clockFile: join(folder, 'days') };
      await cp(join(root, 'content'), month.contentDir, { recursive: true });
      await writeFile(month.clockFile, '0');
      const nextRelease = await buildNextRelease();
      await use({ ...month, nextRelease });
      await nextRelease.dispose();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  site: [
    async ({ month }, use) => {
      const { NODE_OPTIONS = '' } = process.env;
      const site = await startSite({
        ...behindProxy,
        CONTENT_DIR: month.contentDir,
        MOVED_CLOCK: month.clockFile,
        NODE_OPTIONS: `${NODE_OPTIONS} --import=${movedClock}`,
      });
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
});

const [first, second, third] = [
  'Personal Survival Techniques (PST)',
  'Fire Prevention and Fire Fighting (FPFF)',
  'Elementary First Aid (EFA)',
] as const;

/** Changes the fee of a course in the copy of the content folder. */
async function changeFee(contentDir: string, course: string, change: (fee: number) => number): Promise<void> {
  for (const name of await readdir(join(contentDir, 'courses'))) {
    const path = join(contentDir, 'courses', name);
    const found = JSON.parse(await readFile(path, 'utf8'));
    if (found.course_name === course)
      await writeFile(path, JSON.stringify({ ...found, total_fee: change(found.total_fee) }, null, 2));
  }
}

/**
 * Chooses the last batch of a course, which begins after the month, and adds the course to the cart. @returns the id of
 * the batch
 */
async function addsForLater(student: Student, course: string): Promise<string> {
  const batches = student.page.getByRole('combobox', { name: `Batch of ${course}` });
  const value = (await batches.locator('option').last().getAttribute('value')) ?? '';
  await batches.selectOption(value);
  await student.offerOf(course).getByRole('button', { name: 'Add to cart' }).click();
  return value;
}

const waiting = (page: Page) => page.getByRole('region', { name: /changes? waiting$/ });

test('after a month at sea on bad networks, a student’s cart and booking are complete, and the site’s storage stays within its budget', async ({
  account,
  api,
  badNetwork,
  device,
  month,
  site,
  watch,
}) => {
  test.setTimeout(1_800_000);
  watch.expects(/./);
  const startedAt = Date.now();
  let network: Condition | null = null;

  /** Opens the browser on this day of the month, on this network. */
  async function opens(day: number, condition: Condition | null): Promise<Student> {
    const page = await device.open();
    await page.context().clock.install({ time: startedAt + day * dayMs });
    await changesNetwork(page, condition);
    return new Student(page);
  }
  async function changesNetwork(page: Page, condition: Condition | null): Promise<void> {
    if (network) await endCondition(network, badNetwork, page.context());
    network = condition;
    if (condition) await applyCondition(condition, badNetwork, page.context());
  }
  /** Sets the site's clock to this day of the month. `release`: the build folder to serve from then on. */
  async function reaches(day: number, release?: string): Promise<void> {
    await writeFile(month.clockFile, String(day));
    await site.stop();
    await site.restart(release);
  }
  const inCart = async (count: number) =>
    expect.poll(async () => (await countRows(site, account.mobile)).cart, { timeout: 120_000 }).toBe(count);
  const opensCart = (student: Student) => student.page.goto('/course-booking/details');
  const booked = { course: '', batchId: 0, firstDay: '' };
  /** My Courses shows the booked course with its first day. */
  async function seesBookedCourse(page: Page): Promise<void> {
    const area = new StudentArea(page);
    await page.goto('/profile?tab=courses&view=upcoming');
    const entry = await area.expandsCourse(booked.course);
    await expect(entry).toContainText(new RegExp(`Dates\\s*${Number(booked.firstDay.slice(8))}\\b`));
  }

  await test.step('day 0 of a month at sea, in port: the student books a course, fills the cart and saves the site for offline use', async () => {
    const student = await opens(0, null);
    const { page } = student;
    await shareSession(api, page.context());
    const booking = new BookingApi(api);
    const { name, batchId } = await booking.fillsCart(0);
    const [line] = await booking.readsCart();
    Object.assign(booked, { course: name, batchId, firstDay: line?.course?.batch.start_date });
    await page.goto('/course-booking/details');
    await student.isServedByWorker();
    const deps = { booking, booked: { name, batchId }, calls: new CallInterceptor(page), lastName: 'Pillai' };
    const checkout = new CheckoutDriver(new Checkout(page), deps);
    await checkout.opensReview();
    await finishBooking(checkout);
    await seesBookedCourse(page);
    await page.goto('/course-booking?tab=individual');
    await student.seesOffers();
    await addsForLater(student, first);
    await expect(student.offerOf(first).getByText('In your cart.')).toBeVisible();
    const library = new OfflineLibrary(page);
    await library.opens();
    await library.startsDownload({ pictures: true });
    await library.isComplete();
    await device.close();
    // Make the session 76 days old. It ends after 90 days, so it ends while the student is at sea.
    await ageSessions(site, account.mobile, 76);
  });

  let closed = '';
  await test.step('day 3 of a month at sea, without a connection: the student adds a course, which waits on the device', async () => {
    const student = await opens(3, conditionNamed('DNS that fails'));
    await student.page.goto('/course-booking?tab=individual');
    closed = await addsForLater(student, second);
    await expect(waiting(student.page)).toContainText(second);
    await device.close();
    await inCart(1);
  });

  await test.step('day 6 of a month at sea, on a satellite link: the course that waited on the device reaches the cart', async () => {
    await reaches(6);
    const student = await opens(6, conditionNamed('satellite with 600 ms and 2 % loss'));
    await opensCart(student);
    await inCart(2);
    await student.seesItInCart(second);
    await device.close();
  });

  await test.step('day 10 of a month at sea, behind a Wi-Fi login page: the student sees the saved cart and adds another course', async () => {
    await changeFee(month.contentDir, first, (fee) => fee + 500);
    await reaches(10);
    const student = await opens(10, conditionNamed('port Wi-Fi whose portal answers with a page'));
    await opensCart(student);
    const portal = student.page.getByText('This network does not connect to our site. You may');
    await expect(portal).toBeVisible({ timeout: 60_000 });
    await expect(student.linesInCart(first)).toHaveCount(1);
    await student.page.goto('/course-booking?tab=individual');
    await addsForLater(student, third);
    await expect(waiting(student.page)).toContainText(third);
    await device.close();
    await inCart(2);
  });

  await test.step('day 18 of a month at sea, on 3G with gaps: the session has ended, and the waiting course is sent after sign-in', async () => {
    await reaches(18, month.nextRelease.folder);
    const student = await opens(18, conditionNamed('3G with gaps of 20 s'));
    const { page } = student;
    await opensCart(student);
    await expect(page.getByText('Will be sent when you sign in.').first()).toBeVisible({ timeout: 120_000 });
    await inCart(2);
    await page.goto('/login');
    await new SignIn(page).byPassword(account);
    await inCart(3);
    await opensCart(student);
    for (const course of [first, second, third]) await student.seesItInCart(course);
    await expect(student.linesInCart(first)).toContainText(/It was/);
    await device.close();
  });

  await test.step('day 21 of a month at sea, on a link that cuts off each response: the cart still shows all three courses', async () => {
    await reaches(21, month.nextRelease.folder);
    const student = await opens(21, conditionNamed('a link that dies half-way through each response'));
    await opensCart(student);
    for (const course of [first, second, third]) await expect(student.linesInCart(course)).toHaveCount(1);
    await device.close();
  });

  let chosen = '';
  await test.step('day 24 of a month at sea: the booked batch was moved, and the student replaces a closed batch in the cart and loads a new version of the site', async () => {
    await reaches(24, month.nextRelease.folder);
    await site.command('batches', 'close', closed);
    booked.firstDay = addDays(booked.firstDay, 7);
    const move = [
      'move',
      String(booked.batchId),
      booked.firstDay,
      '--affected',
      '1',
      '--reason',
      'simulator in repair',
    ];
    await site.command('batches', ...move);
    const student = await opens(24, conditionNamed('a server that never answers'));
    const { page } = student;
    await opensCart(student);
    await expect(student.linesInCart(second)).toHaveCount(1);
    await changesNetwork(page, null);
    await expect(student.linesInCart(second)).toContainText('This batch is no longer available for booking.', {
      timeout: 90_000,
    });
    chosen = await new Cart(page).swaps(second);
    await expect(student.linesInCart(second)).not.toContainText('no longer available');
    await page.getByRole('button', { name: 'Reload' }).click({ timeout: 90_000 });
    await expect.poll(() => page.locator('html').getAttribute(releaseAttribute), { timeout: 90_000 }).toBe('next');
    await seesBookedCourse(page);
    await device.close();
  });

  await test.step('day 28 of a month at sea, behind a Wi-Fi login page: the cart is shown, and the next version of the site is then loaded', async () => {
    await reaches(28);
    const student = await opens(28, conditionNamed('port Wi-Fi whose portal redirects'));
    const { page } = student;
    await opensCart(student);
    await expect(student.linesInCart(second)).toHaveCount(1);
    await seesBookedCourse(page);
    await changesNetwork(page, null);
    await page.getByRole('button', { name: 'Reload' }).click({ timeout: 120_000 });
    await expect.poll(() => page.locator('html').getAttribute(releaseAttribute), { timeout: 90_000 }).toBeNull();
    await device.close();
  });

  await test.step('day 30, after a month at sea: the cart and the booking are right, and the device stores no more than it should', async () => {
    await reaches(30);
    const student = await opens(30, null);
    const { page } = student;
    await opensCart(student);
    for (const course of [first, second, third]) await student.seesItInCart(course);
    expect(await new Cart(page).batchId(second)).toBe(chosen);
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeEnabled();
    await seesBookedCourse(page);
    await page.goto('/profile');
    const profile = page.getByRole('main');
    await expect(profile).toContainText('Tara Pillai');
    await expect(profile).toContainText(account.email);
    const { cart, orders, completedOrders, payments, enrolments, bookedSeats } = await countRows(site, account.mobile);
    expect({ cart, orders, completedOrders, payments, enrolments, bookedSeats }).toEqual({
      ...{ cart: 3, orders: 1, completedOrders: 1, payments: 1, enrolments: 1, bookedSeats: 1 },
    });
    const use = await readStorageUse(page);
    console.log(`storage after a month: ${JSON.stringify(use)}`);
    expect(use.calls).toBeLessThanOrEqual(300);
    expect(use.pictures).toBeLessThanOrEqual(400);
    expect(use.oldAssets, 'assets of earlier releases').toEqual([]);
    expect(use.outboxRows).toBe(0);
    expect(use.bytes, 'bytes that the site takes on the device').toBeLessThanOrEqual(storageBudget);
  });
});
