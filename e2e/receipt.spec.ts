import { emptyCart } from './support/empty-cart.ts';
import { Receipt } from './support/receipt.ts';
import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

// A course of its own: nobody books one batch twice.
const course = 'Personal Survival Techniques (PST)';

test('a receipt opens from the confirmation, is printed, and kept as a PDF', async ({ visitor }) => {
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(course);
  await student.opensCart();
  const checkout = await student.confirmsBooking();
  await checkout.proceeds();
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  const order = await checkout.seesThanks([course]);

  const receipt = new Receipt(student.page);
  const number = await receipt.opensFromThanks();
  await receipt.says([asha.name, asha.indos, order, course, /Rupees .+ Only/]);
  await receipt.prints();
  const { name, bytes } = await receipt.downloads();
  expect(name).toBe(`receipt-${number}.pdf`);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(5_000);

  await student.page.reload();
  await receipt.says([number, order]);
  await receipt.findsItAccessible();
});

test('an order that is not the student’s own has no receipt', async ({ visitor, watch }) => {
  watch.expects(/404/);
  const student = await visitor.isSignedInAs(asha);
  await student.page.goto('/course-booking/receipt/LF-2020-000001');
  await expect(student.page.getByText('No receipt here')).toBeVisible();
  await student.findsItAccessible();
});
