import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Order } from '../../../../contract/orders.ts';
import { paths } from '../../../../contract/pages.ts';
import { orderQueries } from '../../../../src/student/orders/order.queries.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { enrolment } from '../../student/courses/enrolments.ts';
import {
  url as notificationsUrl,
  settings as pushSettings,
  stubBrowser,
} from '../../student/notifications/push-browser.ts';
import { openCheckout } from '../open-checkout.tsx';
import { attemptId, order, studentId, update } from '../orders.ts';

afterEach(() => void vi.unstubAllGlobals());

const at = `${paths.checkoutConfirmation}/${attemptId}`;
const updated = (change: Partial<Order> = {}): Answered => ({ body: { statusCode: 200, data: update(change) } });
const open = (response: Answered, orders: Order[] = [], courses: Answered = { body: { statusCode: 200, data: [] } }) =>
  openCheckout({
    at,
    answers: {
      'GET /api/orders/update': response,
      'GET /api/users/student/orders': { body: { statusCode: 200, data: orders } },
      'GET /api/users/student/courses': courses,
    },
  });

describe('the confirmation page', () => {
  it('the confirmation page requests the outcome of the payment attempt that its URL names', async () => {
    const { sent } = await open(updated());
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    const call = sent.find(({ url }) => url.startsWith('/api/orders/update'));
    expect(call?.url).toContain(`attempt_id=${attemptId}`);
  });

  it('the confirmation page shows a booking pass with order number, date, amount, batch dates and place', async () => {
    await open(updated(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    const pass = screen.getByRole('article', { name: 'LF-2026-000123' });
    for (const text of ['21 Nov 2026, 09:00', 'Asha Nair', '₹5,000.00', 'LFR-2026-000045', '1 Dec 2026 – 3 Dec 2026'])
      expect(pass.textContent).toContain(text);
    expect(pass.textContent).toContain('14 Lighthouse Road, Chennai');
    expect(screen.getByRole('heading', { level: 3, name: 'Fire Fighting' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Student profile' }).getAttribute('href')).toBe(paths.profile);
  });

  it('the confirmation page says when and where to report, what to bring, and which documents are missing', async () => {
    const { joining } = enrolment();
    const booked = enrolment({
      joining: { ...joining, bring: ['A notebook'], missing_documents: ['Passport (yours is valid until 1 Nov 2026)'] },
    });
    const other = enrolment({ id: 2, order_id: 'LF-2026-000001', place: 'Quay 9' });
    await open(updated(), [order()], { body: { statusCode: 200, data: [other, booked] } });
    const pass = await screen.findByRole('article', { name: 'LF-2026-000123' });
    await within(pass).findByText('08:15 at reception');
    for (const text of ['1 Quay Road, Chennai', 'INDoS number', 'A notebook']) expect(pass.textContent).toContain(text);
    expect(pass.textContent).not.toContain('Quay 9');
    expect(within(pass).getByRole('link', { name: /^Map/ }).getAttribute('href')).toBe('https://maps.example.com/');
    expect(screen.getByText('Passport (yours is valid until 1 Nov 2026)')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upload to My Documents' }).getAttribute('href')).toBe(
      '/profile?tab=documents',
    );
  });

  it('the confirmation page of a paid booking shows its buttons together with the missing documents, and offers push messages below them', async () => {
    stubBrowser();
    const { joining } = enrolment();
    const booked = enrolment({ joining: { ...joining, missing_documents: ['Passport'] } });
    const loaded = Promise.withResolvers<Answered>();
    await openCheckout({
      at,
      answers: {
        'GET /api/orders/update': updated(),
        'GET /api/users/student/courses': () => loaded.promise,
        [`GET ${notificationsUrl}`]: pushSettings(),
      },
    });
    const section = await screen.findByRole('region', { name: 'Before your first day' });
    expect(within(section).queryAllByRole('button')).toEqual([]);
    expect(within(section).queryAllByRole('link')).toEqual([]);

    loaded.resolve({ body: { statusCode: 200, data: [booked] } });
    await within(section).findByRole('button', { name: 'Turn on notifications' });
    const shown = within(section)
      .getAllByText(/^(Documents still missing|Print|Student profile|Get notified on this device)$/)
      .map(({ textContent }) => textContent);
    expect(shown).toEqual(['Documents still missing', 'Print', 'Student profile', 'Get notified on this device']);
  });

  it('the confirmation page has buttons that save the booking as a calendar file and share the booking as text', async () => {
    const { person } = await open(updated(), [order()], { body: { statusCode: 200, data: [enrolment()] } });
    const files: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} });
    const share = vi.fn<Navigator['share']>(() => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    await person.click(await screen.findByRole('button', { name: 'Add to calendar' }));
    expect(await files[0]?.text()).toContain('SUMMARY:Fire Fighting');
    await person.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Booking LF-2026-000123',
      text: 'Fire Fighting: 1 Dec 2026 – 3 Dec 2026\n08:15 at reception\n1 Quay Road, Chennai\nhttps://maps.example.com/',
    });
  });

  it.each([
    ['sent', 'Mailed to a****r@example.com.'],
    ['waiting', 'Being mailed to a****r@example.com.'],
    ['failed', 'We could not mail this to a****r@example.com. Save or print it instead.'],
  ] as const)('the confirmation page shows the status of the confirmation email: %s', async (state, text) => {
    const confirmation_email = { to: 'a****r@example.com', state };
    await open(updated({ confirmation_email }), [order({ confirmation_email })]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('the confirmation page shows an error and a retry button when the joining instructions cannot be loaded', async () => {
    await open(updated(), [order()], refusal(500, 'INTERNAL_ERROR'));
    expect((await screen.findByRole('alert')).textContent).toContain('When and where to report could not be loaded.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });

  it('the confirmation page loads the list of orders, which includes the new order', async () => {
    const { queryClient } = await open(updated(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const orders = queryClient.getQueriesData<Order[]>({ queryKey: ['orders'] })[0]?.[1];
    expect(orders?.map(({ order_id }) => order_id)).toEqual(['LF-2026-000123']);
  });

  it('without a response about a payment, the confirmation page still confirms an order that the list of orders shows as paid', async () => {
    await open('no answer', [order()]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank You' })).toBeTruthy();
  });

  it('the confirmation page of a cancelled booking shows no booking pass, even if the saved list of orders still shows it as booked', async () => {
    const items = order().items.map((item) => ({ ...item, status: 'Cancelled' as const }));
    await open(updated({ items }), [order()]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Booking cancelled' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/profile?tab=payments');
  });

  it('the booking pass leaves out a course that was cancelled', async () => {
    const [booked] = order().items;
    if (!booked) throw new Error('The order has no item');
    await open(updated({ items: [booked, { ...booked, id: 8, name: 'Radar', status: 'Cancelled' }] }));
    const pass = await screen.findByRole('article', { name: 'LF-2026-000123' });
    expect(
      within(pass)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Fire Fighting']);
  });

  it('if the academy has cancelled a course’s batch, the confirmation page says so and the booking pass leaves out the course', async () => {
    const [booked] = order().items;
    if (!booked) throw new Error('The order has no item');
    const items = [booked, { ...booked, id: 8, offer_id: 401, name: 'Radar' }];
    const radar = enrolment({
      ...{ id: 2, course_id: 401, course_name: 'Radar', place: 'Quay 9' },
      cancelled: { choose_until: '2026-12-01T06:00:00Z' },
    });
    await open(updated({ items }), [], { body: { statusCode: 200, data: [enrolment(), radar] } });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Radar, 1 Dec 2026 – 3 Dec 2026, will not take place',
    );
    const pass = screen.getByRole('article', { name: 'LF-2026-000123' });
    for (const left of ['Radar', 'Quay 9']) expect(pass.textContent).not.toContain(left);
    expect(within(pass).getByRole('heading', { level: 3, name: 'Fire Fighting' })).toBeTruthy();
  });

  it('the confirmation page shows no booking pass if the academy has cancelled all batches of the order', async () => {
    const cancelled = enrolment({ cancelled: { choose_until: null } });
    await open(updated(), [order()], { body: { statusCode: 200, data: [cancelled] } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Batch cancelled' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByRole('link', { name: 'My Courses' }).getAttribute('href')).toBe('/profile?tab=courses');
  });

  it('the confirmation page moves the focus to its heading', async () => {
    await open(updated());
    const heading = await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('an unsettled payment', () => {
  it('the confirmation page of a payment still being processed warns not to pay again and offers to check the payment again', async () => {
    const { person, sent } = await open(updated({ final_payment_status: 'PROCESSING', state: 'awaiting_payment' }));
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    const checks = () => sent.filter(({ url }) => url.startsWith('/api/orders/update')).length;
    const before = checks();
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    await waitFor(() => expect(checks()).toBe(before + 1));
    expect(screen.getByText('Payment pending, do not pay again')).toBeTruthy();
  });

  it('the confirmation page checks a pending payment as soon as the page is visible again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    onTestFinished(() => {
      vi.useRealTimers();
      visibility.mockRestore();
    });
    const { sent } = await open(updated({ final_payment_status: 'PROCESSING', state: 'awaiting_payment' }));
    await screen.findByText('Payment pending, do not pay again');
    const checks = () => sent.filter(({ url }) => url.startsWith('/api/orders/update')).length;
    const before = checks();
    const becomes = (state: DocumentVisibilityState) =>
      act(async () => {
        visibility.mockReturnValue(state);
        document.dispatchEvent(new Event('visibilitychange'));
      });
    await becomes('hidden');
    vi.setSystemTime(Date.now() + 3_600_000);
    await becomes('visible');
    expect(checks()).toBe(before + 1);
  });

  it('the confirmation page warns not to pay again when the state of the payment cannot be loaded', async () => {
    await open('no answer');
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    expect(screen.getByText(/We could not check just now/)).toBeTruthy();
  });

  it('if the payment cannot be checked after the seat hold has ended, the confirmation page promises seats only if a payment is pending', async () => {
    const unpaid = { state: 'awaiting_payment', final_payment_status: 'PROCESSING' } as const;
    const expired = order({ ...unpaid, is_payment_pending: false, held_until: '2026-01-01T00:00:00.000Z' });
    const { queryClient } = await open('no answer', [expired]);
    await screen.findByText('Payment pending, do not pay again');
    await waitFor(() => expect(screen.queryByText(/We are holding your seats/)).toBeNull());
    const pending = { ...expired, is_payment_pending: true };
    act(() => void queryClient.setQueryData(orderQueries.list(studentId).queryKey, [pending]));
    expect(await screen.findByText(/We are holding your seats/)).toBeTruthy();
  });

  it('when the payment does not exist, the confirmation page says so', async () => {
    await open({ body: { statusCode: 200, data: null } });
    expect((await screen.findByRole('alert')).textContent).toContain('We could not find this payment');
  });
});

describe('a payment that was never started', () => {
  const notStarted = updated({
    final_payment_status: 'PROCESSING',
    state: 'awaiting_payment',
    is_payment_pending: false,
  });

  it('the confirmation page of a payment that was never started leads back to the order and shows no warning of a pending payment', async () => {
    const { person, router } = await open(notStarted);
    expect(await screen.findByText('No payment has reached us yet')).toBeTruthy();
    expect(screen.queryByText('Payment pending, do not pay again')).toBeNull();
    expect(screen.getByText(/If you have paid, do not pay again/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Back to your order' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it.each([
    ['2099-01-01T08:35:00.000Z', 'Your seats are held until 14:05 (Indian time).'],
    ['2026-01-01T08:35:00.000Z', 'The time for which your seats were held is over.'],
    [undefined, 'Your seats are held for a while.'],
  ])(
    'the confirmation page of a payment that was never started says how long the seats are held (held until %s)',
    async (held_until, text) => {
      const unpaid = {
        final_payment_status: 'PROCESSING',
        state: 'awaiting_payment',
        is_payment_pending: false,
      } as const;
      const change = { ...unpaid, ...(held_until ? { held_until } : {}) };
      await open(updated(change), [order(change)]);
      expect((await screen.findByText(/do not pay again: we/)).textContent).toContain(text);
    },
  );

  it('pressing “Recheck Payment” offline shows an error, and the confirmation page still says that no payment has been received', async () => {
    const current = { response: notStarted };
    const { person, line } = await openCheckout({ at, answers: { 'GET /api/orders/update': () => current.response } });
    await screen.findByText('No payment has reached us yet');
    current.response = 'no answer';
    line.turn(false);
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    expect(await screen.findByText('We could not check just now. Our server did not respond.')).toBeTruthy();
    expect(screen.getByText('No payment has reached us yet')).toBeTruthy();
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Back to your order' });
    expect(back.disabled).toBe(true);
    current.response = notStarted;
    line.turn(true);
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    await waitFor(() => expect(back.disabled).toBe(false));
    expect(screen.queryByText(/We could not check just now/)).toBeNull();
  });

  it('the confirmation page shows a payment as pending once a recheck finds it started, after an earlier check found none', async () => {
    const current = { response: notStarted };
    const { person } = await openCheckout({ at, answers: { 'GET /api/orders/update': () => current.response } });
    await screen.findByText('No payment has reached us yet');
    current.response = updated({
      final_payment_status: 'PROCESSING',
      state: 'awaiting_payment',
      is_payment_pending: true,
    });
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to your order' })).toBeNull();
  });
});

it('the confirmation page of a pending payment reloads the list of orders, which then includes the order', async () => {
  const pending = { final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true } as const;
  const lists: Order[][] = [[]];
  const { queryClient } = await openCheckout({
    at,
    answers: {
      'GET /api/orders/update': updated(pending),
      'GET /api/users/student/orders': () => ({
        body: { statusCode: 200, data: lists.shift() ?? [order(pending)] },
      }),
    },
  });
  await screen.findByText('Payment pending, do not pay again');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const orders = queryClient.getQueryData<Order[]>(['orders', studentId]);
  expect(orders?.map((one) => one.is_payment_pending)).toEqual([true]);
});

it('the confirmation page of a declined order with a pending payment says not to pay again, and does not promise seats', async () => {
  const pending = { final_payment_status: 'PROCESSING', state: 'declined', is_payment_pending: true } as const;
  await open(updated(pending), [order(pending)]);
  await screen.findByText('Payment pending, do not pay again');
  await waitFor(() => expect(screen.queryByText(/We are holding your seats/)).toBeNull());
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('a payment that did not book', () => {
  it('the confirmation page of a declined payment says so and leads back to the review page', async () => {
    const { person, router } = await open(updated({ final_payment_status: 'DECLINED', state: 'declined' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('payment was declined');
    // The email about a declined payment says the same.
    expect(alert.textContent).toContain('If the amount has left your account and reaches us later, we will');
    expect(alert.textContent).not.toContain('not charged');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it('the confirmation page of a paid order that could not be booked announces a refund', async () => {
    await open(updated({ state: 'refund_due' }));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('we could not book your seats: we are refunding you');
    expect(textContent).toContain('The full amount is being refunded');
    expect(screen.queryByRole('heading', { name: 'Thank You' })).toBeNull();
  });

  it('the confirmation page of a refunded order does not say that the refund is due', async () => {
    await open(updated({ state: 'refunded' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The full amount was refunded');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Refunded');
  });
});

describe('the address after a settled payment', () => {
  it('opening the review page of an order that is already paid leads back to its confirmation page', async () => {
    const { router } = await open(updated(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await act(() => router.navigate({ to: paths.checkoutReview }));
    await waitFor(() => expect(router.state.location.pathname).toBe(at));
    expect(screen.getByRole('heading', { level: 1, name: 'Thank You' })).toBeTruthy();
  });

  it('opening the details page of checkout after a paid order starts a new checkout', async () => {
    const { router } = await open(updated(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await act(() => router.navigate({ to: paths.checkoutInformation }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review and Confirm Your Details' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Proceed' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(paths.checkoutInformation);
  });
});
