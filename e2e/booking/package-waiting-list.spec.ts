import { Checkout } from '../support/screens/checkout.ts';
import type { Student } from '../support/screens/student.ts';
import { readMailedLink, readMails } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

// The journey changes the seats of batches, so this file needs a site of its own.
test.use({ academy: 'package-waiting-list' });

const pack = 'Security Pack';
const courses = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
] as const;

/** On the card of the package, opens the form in which students choose the full dates that they want to wait for. */
async function opensFullDates(student: Student): Promise<void> {
  await student.opensBookOnline('packages');
  // Wait for the packages from the server: until then, the page shows those saved on the device, in which the batches
  // still have seats.
  await student.page.waitForLoadState('networkidle');
  await student.offerOf(pack).getByText('Wait for full dates').click();
}

const datesOf = (student: Student, course: string) =>
  student.page.getByRole('combobox', { name: `Batch of ${course}, to wait for` });

/** Chooses these batches and joins the waiting list for all of them together. */
async function joins(student: Student, batchIds: readonly string[]): Promise<void> {
  const offer = student.offerOf(pack);
  for (const [index, course] of courses.entries()) {
    await expect(offer.getByText(`${index} of ${courses.length} dates chosen`)).toBeVisible();
    await datesOf(student, course).selectOption(batchIds[index] ?? '');
  }
  await offer.getByRole('button', { name: /^Join waiting list/ }).click();
  await expect(offer.getByText('You are on the waiting list, place 1.')).toBeVisible();
}

test('a student on the waiting list of a package leaves the list, joins it again, is offered all seats together and pays for them', async ({
  account,
  visitor,
  staff,
}) => {
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  const offer = student.offerOf(pack);
  const entries = page.getByRole('region', { name: 'Waiting lists' });
  await student.opensBookOnline('packages');
  await expect(offer.getByText('Wait for full dates')).toHaveCount(0);
  const batchIds = await student.choosesEarliestDates(pack, courses);
  for (const batchId of batchIds) await staff.fillsBatch(batchId);

  await test.step('the card of the package offers to wait only if one of the chosen dates is full', async () => {
    await opensFullDates(student);
    for (const course of courses) {
      const open = datesOf(student, course).getByRole('option', { name: /\([1-9]\d* left\)/ });
      await datesOf(student, course).selectOption((await open.first().getAttribute('value')) ?? '');
    }
    await expect(offer.getByText('All these dates have seats. Add the package to your cart instead.')).toBeVisible();
    await student.findsItAccessible();
  });

  await test.step('a student joins the waiting list of the full dates and leaves it in My Courses', async () => {
    await opensFullDates(student);
    await joins(student, batchIds);
    await student.findsItAccessible();
    await page.goto('/profile?tab=courses');
    const entry = entries.getByRole('listitem').filter({ hasText: pack });
    await expect(entry.filter({ hasText: 'Place 1.' })).toBeVisible();
    for (const course of courses) await expect(entry.filter({ hasText: 'Place 1.' })).toContainText(course);
    await entries.getByRole('button', { name: /^Leave the list/ }).click();
    await page
      .getByRole('dialog', { name: 'Leave this waiting list?' })
      .getByRole('button', { name: 'Leave the list' })
      .click();
    await student.seesToast('You left the waiting list.');
    await expect(entry.filter({ hasText: 'You left this list.' })).toBeVisible();
  });

  await test.step('the seats are offered together once both are free', async () => {
    await opensFullDates(student);
    await joins(student, batchIds);
    for (const batchId of batchIds) await staff.freesSeat(batchId);
    const subjects = async () => (await readMails(page, account.email)).map(({ subject }) => subject);
    const offers = async () => (await subjects()).filter((subject) => subject === `Seats are free: ${pack}`);
    await expect.poll(offers, { timeout: 20_000 }).toHaveLength(1);
  });

  await test.step('the student accepts the offer into checkout and pays for both courses', async () => {
    await page.goto(await readMailedLink(page, account.email));
    await expect(page.getByText('Seats are held for you')).toBeVisible();
    await student.findsItAccessible();
    await page.getByRole('button', { name: /^Book now/ }).click();
    const checkout = new Checkout(page);
    await checkout.seesInOrder(pack);
    await checkout.acceptsTerms();
    await checkout.goesToPay();
    await checkout.pays();
    await checkout.seesThanks(courses);
    await expect(async () => {
      await page.goto('/profile?tab=courses');
      await expect(entries.getByText('Ended: you have booked this package or one of its courses.')).toBeVisible({
        timeout: 3000,
      });
    }).toPass({ timeout: 20_000 });
  });
});
