import { StaffConsole } from '../support/screens/staff-console.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'transfer' });

const firstAid = 'Elementary First Aid (EFA)';
const survival = 'Personal Survival Techniques (PST)';

test('a registrar moves a booking to a more expensive course and back, and My Courses shows the student the new course each time', async ({
  account,
  page: studentPage,
  browser,
  baseURL,
  site,
  watch,
}) => {
  const api = new BookingApi(studentPage.request);
  const studentId = await signInByApi(studentPage.request, account);
  await api.books(firstAid, studentId);
  const student = new StudentArea(studentPage);

  const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
  const office = await browser.newContext({ ...desktop, ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const registrar = await StaffConsole.signsIn(page, 'registrar', watch);
  const main = page.getByRole('main');

  /**
   * Opens the dialog that moves a booking to another batch, and chooses a batch of another course. @returns the dialog
   */
  const movesTo = async (from: string, to: string) => {
    await main.getByRole('button', { name: `Move ${from}` }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${from}` });
    await dialog.getByRole('combobox', { name: 'New batch' }).fill(to);
    await page
      .getByRole('group', { name: to })
      .getByRole('option', { name: /[1-9]\d* free/ })
      .first()
      .click();
    await expect(dialog.getByText(to).first()).toBeVisible();
    return dialog;
  };

  /** Expects, as the student, that this is the only upcoming course. */
  const hasOnly = async (course: string) => {
    await student.opens('My Courses');
    await studentPage.getByRole('tab', { name: 'Upcoming' }).click();
    const upcoming = studentPage.getByRole('tabpanel', { name: 'Upcoming' });
    await expect(upcoming.getByRole('heading', { level: 3 })).toHaveText(course);
  };

  await registrar.opens('Orders');
  await page.getByRole('searchbox').fill(account.email);
  await page.getByRole('link', { name: account.name }).click();
  await registrar.arrivesAt(/^Order LF-/);

  await test.step('the price difference is shown before a booking is moved to a more expensive course, and is then due at the office', async () => {
    const dialog = await movesTo(firstAid, survival);
    await expect(dialog.getByText('₹354.00 are due at the office')).toBeVisible();
    await registrar.findsItAccessible();
    await dialog.getByLabel('Reason').fill('chose the wrong course');
    await dialog.getByRole('button', { name: 'Move booking' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/^₹354.00 are due at the office for/)).toBeVisible();
  });

  await test.step('after a booking was moved, My Courses shows the student the new course instead of the old one', async () => {
    await hasOnly(survival);
  });

  await test.step('a registrar records that the student has paid the price difference at the office', async () => {
    await main.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByLabel('Reason').fill('paid in cash');
    await dialog.getByRole('button', { name: 'Record ₹354.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/are due at the office/)).toHaveCount(0);
  });

  await test.step('on a phone, the facts of an order stay readable beside the receipt of the difference, also at 200 % text', async () => {
    await expect(main.getByText('Receipt of the difference')).toBeVisible();
    const section = main.getByRole('region', { name: 'Order', exact: true });
    const chromium = await office.newCDPSession(page);
    const ofWidth = async (fontSize: number) => {
      await chromium.send('Page.setFontSizes', { fontSizes: { standard: fontSize, fixed: fontSize } });
      const { width = 1 } = (await section.boundingBox()) ?? {};
      const values = await section.locator('dd').evaluateAll((all) => all.map((one) => one.clientWidth));
      return Math.min(...values) / width;
    };
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await ofWidth(16)).toBeGreaterThan(0.45);
    expect(await ofWidth(32)).toBeGreaterThan(0.6);
    const outsideHeader = await page.getByRole('banner').evaluate((header) => {
      const { bottom } = header.getBoundingClientRect();
      return [...header.querySelectorAll('*')].flatMap((one) => {
        const box = one.getBoundingClientRect();
        return box.bottom > bottom || box.right > innerWidth ? `${one.outerHTML} ${JSON.stringify(box)}` : [];
      });
    });
    expect(outsideHeader, 'parts of the header that cover the page or are cut off').toEqual([]);
    await ofWidth(16);
    await page.setViewportSize(desktop.viewport);
  });

  await test.step('the price difference is shown before a booking is moved back to a cheaper course, and is then refunded', async () => {
    const dialog = await movesTo(survival, firstAid);
    await expect(dialog.getByText('₹354.00 will be refunded to the student')).toBeVisible();
    await dialog.getByLabel('Reason').fill('cannot swim yet');
    await dialog.getByRole('button', { name: 'Move booking' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/refund of ₹354.00/)).toBeVisible();
  });

  await hasOnly(firstAid);
  expect(await site.command('seats', 'reconcile')).toBe('no differences\n');
  await office.close();
});
