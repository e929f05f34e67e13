import { CallInterceptor } from '../support/browser/call-interceptor.ts';
import { Cart } from '../support/screens/cart.ts';
import { expect, test } from '../support/test.ts';

// One journey closes a batch, so this file needs a site of its own.
test.use({ academy: 'swap-a-batch' });
test.describe.configure({ mode: 'default' });

const course = 'Advanced Fire Fighting (AFF)';
const pack = 'Security Pack';
const packCourses = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
] as const;

test('a student whose batch closes before the course is in the cart adds another batch, swaps it later, and undoes removing the course', async ({
  account,
  staff,
  visitor,
  watch,
}) => {
  watch.expects(/Failed to load resource/);
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  const calls = new CallInterceptor(student.page);
  await calls.refuse('POST', /\/api\/cart\/add$/, 503, 'UNAVAILABLE');
  await student.addsCourse(course);
  const changes = student.page.getByRole('region', { name: '1 change waiting' });
  const refused = changes.getByRole('listitem');
  await expect(refused).toContainText('Our server could not process it yet.');
  const closed = await student.offerOf(course).getByRole('combobox').inputValue();
  await staff.closesBatch(closed);
  await calls.releaseAll();
  await expect(refused).toContainText('This batch is no longer available for booking.', { timeout: 90_000 });
  await student.findsItAccessible();
  await refused.getByRole('link', { name: 'Choose another batch' }).click();
  await expect(student.page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toHaveText(course);
  await expect(student.offerOf(course).locator(`option[value="${closed}"]`)).toHaveCount(0);
  await student.addsCourseToCart(course);
  await expect(refused).toHaveCount(0);
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
});

test('a package in the cart with one closed batch blocks the booking until that batch is replaced', async ({
  account,
  visitor,
  staff,
}) => {
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('packages');
  await student.addsPackageToCart(pack, packCourses);
  await student.opensCart();
  const cart = new Cart(student.page);
  const confirm = student.page.getByRole('button', { name: 'Confirm Booking' });
  await expect(confirm).toBeEnabled();

  await staff.closesBatch(await cart.batchId(packCourses[0]));
  await student.page.reload();
  await student.seesCart();
  const line = student.linesInCart(pack);
  await expect(line.getByText(/^One or more included course batch are no longer available/)).toBeVisible();
  await expect(line.getByText(`${packCourses[0]}: closed for booking`)).toBeVisible();
  await expect(student.page.getByText('Please update your cart to proceed booking.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expect(line.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await student.findsItAccessible();

  await cart.swaps(packCourses[0]);
  await expect(confirm).toBeEnabled();
  await expect(line.getByText(/no longer available/)).toHaveCount(0);
  await expect(cart.batchOf(packCourses[1])).not.toHaveValue('');
});
