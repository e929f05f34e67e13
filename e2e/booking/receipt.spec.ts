import { countTaps } from '../support/browser/count-taps.ts';
import { Receipt } from '../support/screens/receipt.ts';
import { expect, test } from '../support/test.ts';

const course = 'Personal Survival Techniques (PST)';

test('a student books a course from Home in at most 7 taps, and prints and downloads the receipt', {
  tag: '@wide',
}, async ({ account, visitor }) => {
  const student = await visitor.signsInByApi(account);
  await visitor.opensHome();
  const taps = await countTaps(visitor.page);
  await visitor.opensCourseOfHome(course);
  await student.booksOpenCourse(course);
  await student.opensCart();
  const checkout = await student.confirmsBooking();
  await checkout.reachesPayment();
  await checkout.pays();
  const order = await checkout.seesThanks([course]);
  expect(taps()).toBeLessThanOrEqual(7);
  expect(taps()).toBeGreaterThan(3);

  const receipt = new Receipt(student.page);
  const number = await receipt.opensFromThanks();
  await receipt.says([account.name, account.indos, order, course, /Rupees .+ Only/]);
  await receipt.prints();
  const { name, bytes } = await receipt.downloads();
  expect(name).toBe(`receipt-${number}.pdf`);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(5_000);

  await student.page.reload();
  await receipt.says([number, order]);
  await receipt.findsItAccessible();
});

test('the receipt page of an unknown order says that there is no receipt', async ({ account, visitor, watch }) => {
  watch.expects(/404/);
  const student = await visitor.signsInByApi(account);
  await student.page.goto('/course-booking/receipt/LF-2020-000001');
  await expect(student.page.getByText('No receipt here')).toBeVisible();
  await student.findsItAccessible();
});
