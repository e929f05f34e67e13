import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { datesClash } from '../../../../lab/alphabets/samples.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { paidNow, yearlyAmounts, yearlyPrice } from '../../../support/yearly-price.ts';
import { batch } from '../../catalogue/academy.ts';
import { enrolment } from '../../student/courses/enrolments.ts';
import { moreExpensive } from '../checkout-states.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { cart, line, order, profile, settings, studentId } from '../orders.ts';

const pay = () => screen.findByRole('button', { name: 'Proceed to Payment' });
const create = 'POST /api/orders/create';

async function openReview(answers: Answers = {}) {
  const opened = await openCheckout({ at: paths.checkoutReview, answers });
  await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
  return opened;
}

async function placeOrder(answers: Answers = {}) {
  const opened = await openReview(answers);
  await opened.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await opened.person.click(await pay());
  return opened;
}

describe('the review page of checkout', () => {
  it('the review page of checkout shows the items, the student, the booking terms and the summary', async () => {
    await openReview();
    const lines = await screen.findByRole('region', { name: 'Order items' });
    expect(await within(lines).findByText('Fire Fighting')).toBeTruthy();
    expect(within(lines).getByText('1 Dec 2026 – 3 Dec 2026')).toBeTruthy();
    expect(await screen.findByText('asha.nair@example.com')).toBeTruthy();
    expect(await screen.findByText('Seats are held while you pay.')).toBeTruthy();
    expect(screen.getByRole('complementary', { name: 'Order summary' }).textContent).toContain('₹5,000.00');
  });

  it('for a course with yearly fees, the review page shows the year 1 fee, the total, a hostel note and the amount to pay now', async () => {
    const items = cart().items.map((item) => ({ ...item, price: yearlyPrice }));
    await openReview({ 'GET /api/cart': { body: { statusCode: 200, data: { ...cart(), items } } } });
    const lines = await screen.findByRole('region', { name: 'Order items' });
    await within(lines).findByText('Fire Fighting');
    for (const text of [...yearlyAmounts, paidNow]) expect(lines.textContent).toContain(text);
  });

  it('on the review page, Proceed to Payment is disabled until the terms are accepted, and the page says why', async () => {
    const { person } = await openReview();
    const terms = await screen.findByRole('checkbox', { name: 'I accept the booking terms.' });
    expect((await pay()).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('You must accept the Terms & Conditions')).toBeTruthy();
    await person.click(terms);
    expect((await pay()).hasAttribute('disabled')).toBe(false);
    await person.click(terms);
    expect((await pay()).hasAttribute('disabled')).toBe(true);
  });

  it('the checkbox to accept the terms is beside Proceed to Payment and the total, with a link to the terms', async () => {
    await openReview();
    const terms = await screen.findByRole('checkbox', { name: 'I accept the booking terms.' });
    const bar = (await pay()).closest('[data-sticky-action]');
    expect(bar?.contains(terms)).toBe(true);
    expect(bar?.textContent).toContain('₹5,000.00');
    const link = screen.getByRole('link', { name: 'Read the terms' });
    const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(target?.textContent).toBe('Booking terms');
  });

  it('the order summary on the review page says how and to whom the student will pay', async () => {
    await openReview();
    const summary = screen.getByRole('complementary', { name: 'Order summary' });
    expect(await within(summary).findByText('You pay Harbour Academy by UPI or card.')).toBeTruthy();
  });

  it('placing an order sends the shown prices and dates with an idempotency key and opens the payment page', async () => {
    const { sent, left } = await placeOrder();
    await waitFor(() => expect(left).toEqual(['https://pay.example/1']));
    const call = sent.find(({ url }) => url.startsWith('/api/orders/create'));
    expect(call?.url).toContain(encodeURIComponent(paths.checkoutConfirmation));
    expect(call?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
    expect(call?.body).toEqual({
      terms_version: settings.terms_version,
      quote: quoteOf(cart()),
    });
    expect(screen.getByText('Opening the payment page…')).toBeTruthy();
  });

  it('with eleven lines in the cart, one more than an order can have, the review page says what to do and offers no payment', async () => {
    const items = Array.from({ length: 11 }, (_, index) => ({ ...line(), id: 7 + index }));
    await openReview({ 'GET /api/cart': { body: { statusCode: 200, data: cart({ items }) } } });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('An order can have at most 10 lines.');
    expect(notice.textContent).toContain('Remove some of them and book the rest.');
    expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull();
  });

  it('Edit Information on the review page leads back to the details page', async () => {
    const { person, router } = await openReview();
    await person.click(await screen.findByRole('link', { name: 'Edit Information' }));
    await screen.findByRole('heading', { level: 1, name: 'Review and Confirm Your Details' });
    expect(router.state.location.pathname).toBe(paths.checkoutInformation);
  });

  it('the browser’s Back and Forward buttons move between the details page and the review page of checkout', async () => {
    const { person, router } = await openCheckout({ at: paths.checkoutInformation });
    await person.click(await screen.findByRole('button', { name: 'Proceed' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    router.history.back();
    await screen.findByRole('heading', { level: 1, name: 'Review and Confirm Your Details' });
    await screen.findByRole('button', { name: 'Proceed' });
    router.history.forward();
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it('if no detail of the student is missing, checkout starts with the review page, and the browser’s Back button leads to the cart', async () => {
    const { router } = await openCheckout({ at: paths.cart });
    await act(() => router.navigate({ to: paths.checkout }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
    expect(await screen.findByText('14 Jun 2003')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit Information' }).getAttribute('href')).toBe(paths.checkoutInformation);
    router.history.back();
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart));
  });

  it('checkout starts with the details page when a required detail of the student is missing', async () => {
    const incomplete = profile({ email: null });
    const { router } = await openCheckout({
      at: paths.checkout,
      answers: { 'GET /api/users/student': { body: { statusCode: 200, data: { users: [incomplete] } } } },
    });
    expect(await screen.findByText('Some details are missing')).toBeTruthy();
    expect(router.state.location.pathname).toBe(paths.checkoutInformation);
  });

  it('when the cart is empty, the review page says so and links to Book Online', async () => {
    await openReview({ 'GET /api/cart': { body: { statusCode: 200, data: cart({ items: [] }) } } });
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Book Online' })).toBeTruthy();
  });

  it('when online booking is closed, the review page says so and offers no payment', async () => {
    const closed = { body: { statusCode: 200, data: { ...settings, enable_booking: false } } };
    await openReview({ 'GET /api/booking-groups/settings': closed });
    expect((await screen.findByRole('alert')).textContent).toContain('Online booking is closed at present.');
    expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull();
  });

  it('when the student’s account may not book, the review page says so', async () => {
    await openReview({ 'GET /api/cart': { body: { statusCode: 200, data: cart({ allowedBooking: false }) } } });
    const text = 'Booking is not enabled for your account. Please contact admissions.';
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });
});

describe('a pending payment during checkout', () => {
  const pending = order({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true });

  it('the review page shows a pending payment with a link to check it again, and offers no further payment', async () => {
    await openReview({ 'GET /api/users/student/orders': { body: { statusCode: 200, data: [pending] } } });
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    const recheck = screen.getByRole('link', { name: 'Recheck Payment' });
    expect(recheck.getAttribute('href')).toBe(`${paths.checkoutConfirmation}/LF-2026-000123-1`);
    expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull();
  });

  it('when the server refuses an order because of a pending payment, the confirmation page of that payment opens', async () => {
    const data = { order_id: 'LF-2026-000123', attempt_id: 'LF-2026-000123-1' };
    const refused = refusal(409, 'PAYMENT_PENDING', 'Payment pending, do not pay again.', data);
    const { order_id, attempt_id } = data;
    const { final_payment_status, state } = pending;
    const updated = { order_id, attempt_id, final_payment_status, state, order: pending };
    const { router, left } = await placeOrder({
      [create]: refused,
      'GET /api/orders/update': { body: { statusCode: 200, data: updated } },
    });
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe(`${paths.checkoutConfirmation}/${attempt_id}`));
    expect(left).toEqual([]);
  });
});

describe('a refused order', () => {
  it.each([
    ['PROVIDER_UNAVAILABLE', 'Payment is not available right now.', 'button', 'Back to your order'],
    ['PROFILE_INCOMPLETE', 'Please complete your details to proceed.', 'button', 'Complete your details'],
    ['BOOKING_CLOSED', 'Online booking is closed at present.', 'button', 'Back to cart'],
    ['CART_EMPTY', 'Your cart is empty.', 'link', 'Book Online'],
  ] as const)(
    'the notice of an order refused with the error code %s says “%s” and has one action, which is a %s named “%s”',
    async (code, title, role, name) => {
      await placeOrder({ [create]: refusal(code === 'PROVIDER_UNAVAILABLE' ? 503 : 409, code) });
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(title);
      expect(alert.textContent).toContain('Nothing was charged.');
      const actions = [...within(alert).queryAllByRole('button'), ...within(alert).queryAllByRole('link')];
      expect(actions).toEqual([within(alert).getByRole(role, { name })]);
    },
  );

  it('the notice of a refused order gets the focus, and closing it moves the focus to the heading of the page', async () => {
    const { person } = await placeOrder({ [create]: refusal(503, 'PROVIDER_UNAVAILABLE') });
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement?.contains(alert)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
    await person.click(within(alert).getByRole('button', { name: 'Back to your order' }));
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('an order refused with an error code that has no text of its own shows the message of the server', async () => {
    const { person } = await placeOrder({ [create]: refusal(429, 'RATE_LIMITED', 'Too many orders. Wait a minute.') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Too many orders. Wait a minute.');
    await person.click(within(alert).getByRole('button', { name: 'Back to your order' }));
    expect((await pay()).hasAttribute('disabled')).toBe(false);
  });

  it.each(['TOO_MANY', 'PAYMENT_PENDING'])(
    'an order refused with a response that the API does not declare (error code %s without data) shows a general error text',
    async (code) => {
      await placeOrder({ [create]: refusal(409, code, 'Wait a minute.') });
      expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.');
    },
  );

  it('the notice of an order refused for incomplete details leads to the details page', async () => {
    const { person } = await placeOrder({
      [create]: refusal(409, 'PROFILE_INCOMPLETE'),
      'GET /api/users/student': { body: { statusCode: 200, data: { users: [profile({ email: null })] } } },
    });
    await person.click(await screen.findByRole('button', { name: 'Complete your details' }));
    expect(await screen.findByRole('button', { name: 'email' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Proceed' }).hasAttribute('disabled')).toBe(true);
  });

  it('an order that got no response is tried again with the same idempotency key', async () => {
    let tries = 0;
    const { person, sent, left } = await placeOrder({
      [create]: (): Answered => {
        tries += 1;
        if (tries === 1) return 'no answer';
        const ids = { order_id: 'LF-1', attempt_id: 'LF-1-1' };
        return { body: { statusCode: 200, data: 's', ...ids, checkout_url: 'https://pay.example/2' } };
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We do not know yet whether your order was placed');
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(left).toEqual(['https://pay.example/2']));
    const keys = sent
      .filter(({ url }) => url.startsWith('/api/orders/create'))
      .map((c) => c.headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('checkout without a connection', () => {
  it('an order placed offline waits, and checkout asks the student to continue once the connection is back', async () => {
    const { person, line: connection } = await openReview();
    await person.click(await screen.findByRole('checkbox'));
    connection.turn(false);
    await person.click(await pay());
    expect(await screen.findByText('Waiting for the connection')).toBeTruthy();
    connection.turn(true);
    expect(await screen.findByText('Prices, seats and dates have not changed.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await pay()).hasAttribute('disabled')).toBe(false);
  });

  it('a cart that appears on the review page after checkout began offline is compared with the current cart once the connection is back', async () => {
    let isUp = false;
    const { line: connection, queryClient } = await openCheckout({
      at: paths.checkoutReview,
      isOnline: false,
      answers: { 'GET /api/cart': () => (isUp ? { body: { statusCode: 200, data: moreExpensive } } : 'no answer') },
    });
    await screen.findByText('Waiting for the connection');
    act(() => void queryClient.setQueryData(cartQueries.current(studentId).queryKey, cart()));
    await screen.findAllByText('₹5,000.00');
    isUp = true;
    connection.turn(true);
    await screen.findByText('Your order has changed');
    expect(screen.getByRole('list', { name: 'What changed' }).textContent).toMatch(/5,000.*6,000/);
  });
});

it('the review page warns of dates that clash with a booked course, names other dates that fit and links to the cart', async () => {
  const booked = [enrolment({ batch_id: 900, course_name: 'Radar', start_date: '2026-12-03', end_date: '2026-12-04' })];
  const batches = [batch({ id: 72, start_date: '2026-12-10', end_date: '2026-12-12' })];
  await openReview({
    'GET /api/users/student/courses': { body: { statusCode: 200, data: booked } },
    'GET /api/cart/batches': { body: { statusCode: 200, data: [{ course_id: 7, batches }] } },
  });
  const lines = await screen.findByRole('region', { name: 'Order items' });
  const clash = 'These dates clash with Radar (3 Dec 2026 – 4 Dec 2026), which you have booked.';
  expect(await within(lines).findByText(clash)).toBeTruthy();
  expect(await within(lines).findByText('10 Dec 2026 – 12 Dec 2026')).toBeTruthy();
  const link = within(lines).getByRole('link', { name: 'Change dates of Fire Fighting' });
  expect(link.getAttribute('href')).toBe(paths.cart);
});

it('if a course needs a prerequisite that the student lacks, the review page names the prerequisite and has no link to change the dates', async () => {
  const needing = line();
  const prerequisites = [{ id: 402, course_name: 'First Aid' }];
  if (needing.course) needing.course = { ...needing.course, prerequisites };
  await openReview({ 'GET /api/cart': { body: { statusCode: 200, data: cart({ items: [needing] }) } } });
  const lines = await screen.findByRole('region', { name: 'Order items' });
  expect(await within(lines).findByText(/^This course needs First Aid first\./)).toBeTruthy();
  expect(within(lines).queryByRole('link', { name: /^Change dates/ })).toBeNull();
});

it('an order whose dates clash is sent again only after the student has confirmed the dates', async () => {
  const calls: unknown[] = [];
  const answer: Answers[string] = ({ body }) => {
    calls.push(body);
    return calls.length === 1
      ? refusal(409, 'DATES_CLASH', 'Some of your dates clash.', { clashes: [datesClash] })
      : refusal(409, 'CART_EMPTY');
  };
  const { person } = await placeOrder({ [create]: answer });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Some of your dates clash')).toBeTruthy();
  expect(alert.textContent).toContain('Radar (3 Dec 2026 – 4 Dec 2026), which you have booked');
  expect((await pay()).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Confirm the dates to proceed, or choose others in your cart.')).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: 'Book these dates anyway' }));
  await person.click(await pay());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls).toMatchObject([{ quote: { total: 5000 } }, { quote: { total: 5000, confirmed_batch_ids: [71] } }]);
});
