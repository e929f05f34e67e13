import { readCode } from '../support/site/sandbox-outbox.ts';
import { countRows } from '../support/site/student-rows.ts';
import {
  addsCourse,
  button,
  goesTo,
  heading,
  identifies,
  link,
  offerOf,
  opensBookOnline,
  opensCart,
  reachesPayment,
  reviewsOrder,
  seesInCart,
  seesThanks,
  signInByCalls,
  signsInByPassword,
  status,
} from './support/student.ts';
import { expect, test } from './support/test.ts';

const course = 'Elementary First Aid (EFA)';
const pack = 'Security Pack';
const packCourses = [
  'Ship Security Officer (SSO)',
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
];

test('a visitor finds a course, signs in by password, books it and pays', { tag: '@firefox' }, async ({
  tab,
  account,
  site,
}) => {
  await tab.opens('/');
  await tab.arrivesAt(/./);
  await tab.taps({ ...link('Explore Courses'), within: { role: 'main' } });
  await tab.arrivesAt('All courses');
  await tab.taps({ ...link(/^View Course/), within: offerOf(course) });
  await tab.arrivesAt(course);
  await tab.taps(link('Book this course'));
  await tab.arrivesAt('Login');
  await signsInByPassword(tab, account);
  await goesTo(tab, 'Back to where you were');
  await addsCourse(tab, course);
  await tab.sees(status('Item added to cart'));
  await opensCart(tab);
  await seesInCart(tab, course);
  await reviewsOrder(tab);
  await reachesPayment(tab);
  await tab.taps(button('Pay'));
  await seesThanks(tab, [course]);
  expect(await countRows(site, account.mobile)).toMatchObject({ completedOrders: 1, bookedSeats: 1, payments: 1 });
});

test('a student signs in by a one-time code, books a package and pays', async ({ tab, account, api, site }) => {
  await tab.opens('/login');
  await tab.arrivesAt('Login');
  await identifies(tab, account.indos);
  await tab.taps(button(/^Code by WhatsApp/));
  await tab.sees({ label: 'Digit 1 of 6' });
  const code = await readCode({ request: api }, `91${account.mobile}`);
  await tab.taps({ label: 'Digit 1 of 6' });
  await tab.typesAnywhere(code);
  await tab.taps(button('Verify'));
  await tab.sees({ role: 'dialog', name: 'Where would you like to go?' });
  await goesTo(tab, 'Book Online');
  await tab.arrivesAt('Book Online');
  await tab.taps({ ...button(/^Choose the earliest dates that fit/), within: offerOf(pack) });
  await tab.sees({ text: /^All dates chosen:/, within: offerOf(pack) });
  await tab.taps({ ...button('Add Package'), within: offerOf(pack) });
  await tab.sees(status('Item added to cart'));
  await opensCart(tab);
  await seesInCart(tab, pack);
  await reviewsOrder(tab);
  await reachesPayment(tab);
  await tab.taps(button('Pay'));
  await seesThanks(tab, packCourses);
  expect(await countRows(site, account.mobile)).toMatchObject({ completedOrders: 1, bookedSeats: 2, payments: 1 });
});

test('a pending payment blocks a second payment, and following “Recheck Payment” shows that the pending payment has succeeded', async ({
  tab,
  openTab,
  account,
  site,
}) => {
  const pending = status('Payment pending, do not pay again');
  await signInByCalls(tab, account);
  await opensBookOnline(tab, 'individual');
  await addsCourse(tab, 'Medical Care (MC)');
  await tab.sees(status('Item added to cart'));
  await opensCart(tab);
  await reviewsOrder(tab);
  await reachesPayment(tab);
  const paymentPage = await tab.path();
  await tab.taps(button('Leave pending'));
  await tab.sees(pending);
  await tab.reloads();
  await tab.sees(pending);
  await tab.opens('/course-booking/details');
  await tab.sees(pending);
  await tab.opens('/course-booking/checkout/review');
  await tab.sees(pending);
  await tab.seesNo(button('Proceed to Payment'));

  const other = await openTab();
  await other.opens(paymentPage);
  await other.taps(button('Pay'));
  await seesThanks(other, ['Medical Care (MC)']);
  await tab.show();
  await tab.taps(link('Recheck Payment'));
  await tab.sees(heading('Thank You'));
  expect(await countRows(site, account.mobile)).toMatchObject({ orders: 1, completedOrders: 1, payments: 1 });
});
