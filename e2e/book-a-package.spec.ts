import { dev } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

const pack = 'Security Pack';
const courses = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
];

test('a student signs in by a WhatsApp code and books a package', async ({ visitor }) => {
  await visitor.opensLogin();
  const student = await visitor.signsInByWhatsappCode(dev);
  await student.choosesToGo('Book Online');
  await student.addsPackageToCart(pack, courses);
  await student.opensCart();
  await expect(student.linesInCart(pack)).toHaveCount(1);

  const checkout = await student.confirmsBooking();
  await checkout.proceeds();
  await checkout.seesInOrder(pack);
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks(courses);
});
