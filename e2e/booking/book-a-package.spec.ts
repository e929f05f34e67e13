import { countTaps } from '../support/browser/count-taps.ts';
import { expect, test } from '../support/test.ts';

const pack = 'Security Pack';
const courses = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
];

test('a student signs in by WhatsApp code, then books and pays for a package in at most 8 taps', {
  tag: '@wide',
}, async ({ account, visitor }) => {
  await visitor.opensLogin();
  const student = await visitor.signsInByWhatsappCode(account);
  const taps = await countTaps(visitor.page);
  await student.choosesToGo('Book Online');
  await student.addsPackageWithEarliestDates(pack, courses);
  await student.opensCart();
  await expect(student.linesInCart(pack)).toHaveCount(1);

  const checkout = await student.confirmsBooking();
  await checkout.seesInOrder(pack);
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks(courses);
  expect(taps()).toBeLessThanOrEqual(8);
  expect(taps()).toBeGreaterThan(3);
});
