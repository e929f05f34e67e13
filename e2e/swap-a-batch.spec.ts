import { Cart } from './support/cart.ts';
import { emptyCart } from './support/empty-cart.ts';
import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

const course = 'Advanced Fire Fighting (AFF)';
const pack = 'Security Pack';
const parts = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
] as const;

test('a student takes another batch in the cart, and takes a course out and back in', async ({ visitor }) => {
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(course);
  await student.opensCart();
  const cart = new Cart(student.page);
  const batch = await cart.swaps(course);
  await cart.seesToast('Batch changed');
  await student.page.reload();
  await student.seesCart();
  await expect(cart.batchOf(course)).toHaveValue(batch);
  await student.findsItAccessible();

  await student
    .linesInCart(course)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(student.page.getByText(`${course} was removed.`)).toBeVisible();
  await student.findsItAccessible();
  await student.page.getByRole('button', { name: /^Undo/ }).click();
  await student.seesItInCart(course);
  await expect(cart.batchOf(course)).toHaveValue(batch);
  await cart.isEmptied();
});

test('a package of which one batch is gone is one decision', async ({ visitor, office }) => {
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('packages');
  await student.addsPackageToCart(pack, parts);
  await student.opensCart();
  const cart = new Cart(student.page);
  const confirm = student.page.getByRole('button', { name: 'Confirm Booking' });
  await expect(confirm).toBeEnabled();

  await office.closesBatch(await cart.batchId(parts[0]));
  await student.page.reload();
  await student.seesCart();
  const line = student.linesInCart(pack);
  await expect(line.getByText(/^One or more included course batch are no longer available/)).toBeVisible();
  await expect(line.getByText(`${parts[0]}: closed for booking`)).toBeVisible();
  await expect(student.page.getByText('Please update your cart to proceed booking.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expect(line.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await student.findsItAccessible();

  await cart.swaps(parts[0]);
  await expect(confirm).toBeEnabled();
  await expect(line.getByText(/no longer available/)).toHaveCount(0);
  await expect(cart.batchOf(parts[1])).not.toHaveValue('');
  await cart.isEmptied();
});
