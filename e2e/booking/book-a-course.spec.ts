import { fadedSides } from '../support/browser/faded-sides.ts';
import { joy } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const course = 'Elementary First Aid (EFA)';

test('a visitor signs in by password, books and pays for a course, and cannot book the same batch again', {
  tag: '@wide',
}, async ({ visitor, watch }) => {
  watch.expects(/status of 409/);
  await visitor.opensHome();
  await visitor.exploresCourses();
  await visitor.opensCourse(course);
  await visitor.opensTab('Eligibility');
  await visitor.startsBooking();

  const student = await visitor.signsInByPassword(joy);
  await student.choosesToGo('Back to where you were');
  await student.addsCourseToCart(course);
  await student.opensCart();
  await expect(student.linesInCart(course)).toHaveCount(1);

  const checkout = await student.confirmsBooking('Review and Confirm Your Details');
  await checkout.completesBirthday('2004-02-29');
  await checkout.proceeds();
  await checkout.seesInOrder(course);
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks([course]);

  await student.opensBookOnline('individual');
  // A phone shows three courses at first, a desktop four.
  const isPhone = (visitor.page.viewportSize()?.width ?? 0) < 600;
  const chips = visitor.page.getByRole('list', { name: 'Category' });
  await expect(chips).toHaveCSS('scrollbar-width', 'none');
  expect(await fadedSides(chips)).toEqual(isPhone ? ['right'] : []);
  expect(await student.usualHeightOfOffers()).toBeLessThan(isPhone ? 230 : 165);
  await student.addsCourse(course);
  const offer = student.offerOf(course);
  await expect(offer.getByText('You have already booked this batch.')).toBeVisible();
  await student.findsItAccessible();
});
