import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

const course = 'Medical First Aid (MFA)';

// A payment is declined as readily on a night watch: these screens are judged dark.
test.use({ colorScheme: 'dark' });

test('a declined payment can be tried again', async ({ visitor }) => {
  await visitor.opensLogin();
  const student = await visitor.signsInByPassword(asha);
  await student.choosesToGo('Book Online');
  await student.opensIndividualCourses();
  await student.searchesFor('medical first');
  await student.addsCourseToCart(course);
  await student.findsItAccessible();
  await student.opensCart();

  const checkout = await student.confirmsBooking();
  await checkout.proceeds();
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.isDeclined();
  await checkout.triesAgain();
  await checkout.seesInOrder(course);
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks([course]);

  await student.opensBookOnline('packages');
  await expect(student.page.getByRole('heading', { name: /in your cart$/ })).toHaveCount(0);
});
