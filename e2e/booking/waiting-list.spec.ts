import { addToCart } from '../../contract/cart.ts';
import { clientHeader, clientName } from '../../contract/headers.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { readMailedLink, readMails } from '../support/site/sandbox-outbox.ts';
import { registerAccount } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The journey changes the seats of a batch, so this file needs a site of its own.
test.use({ academy: 'waiting-list' });

const course = 'Elementary First Aid (EFA)';

test('a student on the waiting list of a full batch is offered a freed seat, which nobody else can book, and pays for it', async ({
  account,
  visitor,
  staff,
  site,
  playwright,
}) => {
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  const options = student.offerOf(course).getByRole('combobox').locator('option');
  const batchId = (await options.nth(1).getAttribute('value')) ?? '';
  const bookingPage = new URL(student.page.url());
  await staff.fillsBatch(batchId);

  await student.page.goto(`${bookingPage.pathname}${bookingPage.search}`);
  await student.page.waitForLoadState('networkidle');
  await student
    .offerOf(course)
    .getByText(/^Waiting list for/)
    .click();
  const dates = student.page.getByRole('list', { name: `Full dates of ${course}` });
  await dates
    .getByRole('button', { name: /^Join waiting list/ })
    .first()
    .click();
  await expect(dates.getByText('You are on the waiting list, place 1.')).toBeVisible();
  await student.findsItAccessible();

  const rival = await playwright.request.newContext({ baseURL: site.url });
  await registerAccount(rival);
  const { data } = await (await rival.get('/api/booking-groups/booking-page?courseType=individual')).json();
  const offers: Array<{ id: number; course_name: string }> = data.flatMap(
    (group: { courses: unknown[] }) => group.courses,
  );
  const courseId = offers.find(({ course_name }) => course_name === course)?.id;
  const triesToBuy = async () => {
    const response = await rival.post(addToCart.url, {
      data: { type: 'course', course_id: courseId, batch_id: Number(batchId) },
      headers: { [clientHeader]: clientName, 'idempotency-key': crypto.randomUUID() },
    });
    return (await response.json()).code;
  };

  await staff.freesSeat(batchId);
  expect(await triesToBuy()).toBe('BATCH_FULL');
  const newestSubject = async () => (await readMails(student.page, account.email))[0]?.subject;
  await expect.poll(newestSubject, { timeout: 20_000 }).toBe(`A seat is free: ${course}`);
  expect(await triesToBuy()).toBe('BATCH_FULL');

  await student.page.goto(await readMailedLink(student.page, account.email));
  await expect(student.page.getByText('A seat is held for you')).toBeVisible();
  await student.findsItAccessible();
  await student.page.getByRole('button', { name: /^Book now/ }).click();
  const checkout = new Checkout(student.page);
  await checkout.seesInOrder(course);
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks([course]);

  const ended = student.page.getByText('Ended: you have booked this course.');
  await expect(async () => {
    await student.page.goto('/profile?tab=courses');
    await expect(ended).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 20_000 });
  expect(await triesToBuy()).toBe('BATCH_FULL');
  await rival.dispose();
});
