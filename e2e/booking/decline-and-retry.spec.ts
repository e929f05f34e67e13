import { expect, test } from '../support/test.ts';

const course = 'Medical First Aid (MFA)';

// Runs in dark mode so that axe checks the colours of these screens in that mode too.
test.use({ colorScheme: 'dark' });

test('a student pays for an order after its first payment was declined', async ({ account, visitor }) => {
  await visitor.opensLogin();
  const student = await visitor.signsInByPassword(account);
  await student.choosesToGo('Book Online');
  await student.opensIndividualCourses();
  await student.searchesFor('medical first');
  await student.addsCourseToCart(course);
  await student.findsItAccessible();
  await student.opensCart();

  const checkout = await student.confirmsBooking();
  await checkout.reachesPayment();
  await checkout.declinesPayment();
  await checkout.triesAgain();
  await checkout.seesInOrder(course);
  await checkout.stillHasAcceptedTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks([course]);

  await student.opensBookOnline('packages');
  await expect(student.page.getByRole('heading', { name: /in your cart$/ })).toHaveCount(0);
});
