import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverRow } from '../../../../src/offline/outbox/delivery.ts';
import type { OutboxOutcome } from '../../../../src/offline/outbox/notice.ts';
import type { OutboxAction, RowFault } from '../../../../src/offline/outbox/row.ts';
import { answeringApi, refusal } from '../../../support/answers.ts';
import { whileServerIsDown } from '../../../support/server-down.ts';
import { paidNow, yearlyPrice, yearlyTexts } from '../../../support/yearly-price.ts';
import { cartOf, courseLine } from '../../cart/carts.ts';
import { waitingRow } from '../../cart/fake-outbox.ts';
import { batch, today } from '../../catalogue/academy.ts';
import { enrolment } from '../../student/courses/enrolments.ts';
import { advance, button, choose, offered, openBookingPage, press } from '../open-booking-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const at = '/course-booking?tab=individual';
const fault: RowFault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };
const options = () => within(screen.getByRole('combobox')).getAllByRole('option');

const queuedAdd: OutboxAction = {
  kind: 'cart.add',
  payload: { type: 'course', course_id: 408, batch_id: 4080 },
  key: 'earlier',
  title: 'Fire Fighting',
  quotedPrice: 8024,
};

describe('the batch selector of a course card', () => {
  it('the batch selector of a course card lists only batches that can be booked, earliest first, with dates and seats left', async () => {
    const batches = [
      batch({ id: 3, start_date: '2027-01-05', end_date: '2027-01-10', available: 9 }),
      batch({ id: 1, available: 0 }),
      batch({ id: 2, status: 'closed' }),
      batch({ id: 4, start_date: today, end_date: '2026-11-25' }),
      batch({ id: 5, start_date: '2026-12-01', end_date: '2026-12-06', available: 1 }),
    ];
    await openBookingPage({ at, courses: [offered(408, 'Fire Fighting', batches)] });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Choose a batch',
      '1 Dec 2026 - 6 Dec 2026 (1 left)',
      '5 Jan 2027 - 10 Jan 2027 (9 left)',
    ]);
    choose('Fire Fighting', 5);
    expect(screen.getAllByText('Only 1 seat left')).toHaveLength(2);
  });

  it('a course card without a batch that can be booked shows the phone number of admissions instead of the selector', async () => {
    await openBookingPage({ at, courses: [offered(408, 'Fire Fighting', [batch({ status: 'closed' })])] });
    expect(screen.getByText(/Batches are yet to be scheduled/).textContent).toContain('98765 40001');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  });
});

it('on Book Online, a course with yearly fees shows the year 1 fee, the total, a hostel note and the amount to pay now', async () => {
  await openBookingPage({ at, courses: [{ ...offered(408, 'B.Tech'), price: yearlyPrice }] });
  const card = screen.getByRole('heading', { name: 'B.Tech' }).closest('li');
  for (const text of [...yearlyTexts, paidNow]) expect(card?.textContent).toContain(text);
});

it('a course card shows price, duration and discount, and links to the course’s details and eligibility', async () => {
  const priced = { ...offered(408, 'Fire Fighting'), price: { main: 7222, struck: 8024, percent_off: 10 } };
  await openBookingPage({ at, courses: [priced] });
  const card = screen.getByRole('heading', { name: 'Fire Fighting' }).closest('li');
  expect(card?.textContent).toContain('6 days');
  expect(card?.textContent).toContain('₹7,222');
  expect(card?.querySelector('s')?.textContent).toContain('₹8,024');
  expect(card?.textContent).toContain('10% off');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Details of Fire Fighting')).toBe('/course-booking/fire-fighting-408');
  expect(link('Eligibility for Fire Fighting')).toBe('/course-booking/fire-fighting-408?tab=eligibility');
});

describe('the add button of a course card', () => {
  it('the add button of a course card asks for a batch when none is selected, and adds nothing', async () => {
    const { submitted } = await openBookingPage({ at });
    await press('Add to cart');
    expect(screen.getByRole('alert').textContent).toBe('Choose a batch first.');
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    expect(submitted).toEqual([]);
  });

  it('the add button of a course card shows Adding, then Added and a toast for 2000 ms, and the cart is loaded again', async () => {
    const { promise: outcome, resolve: finish } = Promise.withResolvers<OutboxOutcome>();
    const { submitted, toasts, sent } = await openBookingPage({ at, outcome: () => outcome });
    const cartReads = () => sent.filter(({ url }) => url === '/api/cart').length;
    const before = cartReads();
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(button('Adding...').getAttribute('aria-disabled')).toBe('true');
    expect(submitted).toMatchObject([{ ...queuedAdd, key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    finish({ kind: 'delivered' });
    await advance(0);
    expect(button('Added')).toBeTruthy();
    expect(toasts).toEqual([{ message: 'Item added to cart', time: 2000 }]);
    await advance(1990);
    expect(button('Added')).toBeTruthy();
    expect(cartReads()).toBe(before + 1);
    await advance(10);
    expect(button('Add to cart')).toBeTruthy();
  });

  it('when the server returns the cart with the response to adding a course, the cart is not loaded again', async () => {
    const added = () => ({ kind: 'delivered', cart: { cart: cartOf([courseLine()]), sentAt: Date.now() } }) as const;
    const { sent } = await openBookingPage({ at, outcome: added });
    const cartReads = () => sent.filter(({ url }) => url === '/api/cart').length;
    const before = cartReads();
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(button('Added')).toBeTruthy();
    await advance(2000);
    expect(screen.getByText(/In your cart\./)).toBeTruthy();
    expect(cartReads()).toBe(before);
  });

  it('when the link to the cart replaces the add button of a course card, the link gets the focus', async () => {
    const added = () => ({ kind: 'delivered', cart: { cart: cartOf([courseLine()]), sentAt: Date.now() } }) as const;
    await openBookingPage({ at, outcome: added });
    choose('Fire Fighting', 4080);
    button('Add to cart').focus();
    await press('Add to cart');
    await advance(2000);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View cart: Fire Fighting' }));
  });

  it('when the server refuses to add a course, the card shows the reason, and the next try uses a new idempotency key', async () => {
    const { submitted } = await openBookingPage({ at, outcome: () => ({ kind: 'refused', fault }) });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(screen.getByRole('alert').textContent).toContain('No seats are left.');
    await press('Add to cart');
    expect(submitted[1]?.key).not.toBe(submitted[0]?.key);
  });

  it('a course added to the cart offline waits for the connection, and its card shows Added once the outbox has delivered it', async () => {
    const { submitted, notify, toasts } = await openBookingPage({
      at,
      isOnline: false,
      outcome: () => ({ kind: 'queued', key: 'k' }),
    });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(button('Waiting for connection')).toBeTruthy();
    expect(screen.getByText(/We will send it when the connection is back/)).toBeTruthy();
    notify({ type: 'delivered', key: 'another-add' });
    expect(button('Waiting for connection')).toBeTruthy();
    notify({ type: 'delivered', key: submitted[0]?.key ?? '' });
    await advance(0);
    expect(button('Added')).toBeTruthy();
    expect(toasts).toHaveLength(1);
  });

  it('while our server is not answering, a course card says that the added course waits for the server', async () => {
    await whileServerIsDown(async () => {
      await openBookingPage({ at, isOnline: false, waiting: [waitingRow(queuedAdd)] });
      expect(button('Waiting to be sent')).toBeTruthy();
      expect(screen.getByText(/We will send it when our server answers again/)).toBeTruthy();
    });
  });

  it('a course card shows a course added offline on an earlier visit as waiting, until the server refuses the course', async () => {
    const { notify } = await openBookingPage({ at, isOnline: false, waiting: [waitingRow(queuedAdd)] });
    expect(button('Waiting for connection')).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('4080');
    notify({ type: 'refused', key: 'earlier', fault });
    await advance(0);
    expect(screen.getByRole('alert').textContent).toContain('No seats are left.');
    expect(button('Add to cart')).toBeTruthy();
  });

  it.each([
    [429, 'RATE_LIMITED', 'Please try again in 5 seconds.', 'Please try again in 5 seconds.'],
    [500, 'INTERNAL_ERROR', 'Something broke here.', 'Something broke here.'],
    [503, 'UNAVAILABLE', 'We are restarting.', 'We are restarting.'],
    [503, 'UNAVAILABLE', '', 'Failed to add to cart.'],
    [502, 'UNKNOWN', 'not declared', 'Failed to add to cart. Please try again.'],
  ])(
    'a course whose addition fails with status %i, error code %s and message %j is saved on the device and retried later',
    async (status, code, sent, text) => {
      const { api } = answeringApi({ 'POST /api/cart/add': refusal(status, code, sent) });
      const delivery = await deliverRow(api, { ...queuedAdd, user: 'student' });
      const lastError = 'fault' in delivery ? delivery.fault : null;
      await openBookingPage({ at, waiting: [waitingRow(queuedAdd, { lastError })] });
      const note = screen.getByText(/Saved on this device/);
      expect(note.textContent).toBe(`${text} Saved on this device. We will try again automatically.`);
      expect(button('Waiting to be sent')).toBeTruthy();
      expect(screen.queryByText('Waiting for connection')).toBeNull();
    },
  );

  it('the button for a course in the outbox says “Waiting to be sent” at first, and “Waiting for connection” after an unanswered try', async () => {
    const { api } = answeringApi({ 'POST /api/cart/add': 'no answer' });
    const delivery = await deliverRow(api, { ...queuedAdd, user: 'student' });
    const lastError = 'fault' in delivery ? delivery.fault : null;
    const { unmount } = await openBookingPage({ at, waiting: [waitingRow(queuedAdd, { lastError })] });
    expect(button('Waiting for connection')).toBeTruthy();
    unmount();
    await openBookingPage({ at, waiting: [waitingRow(queuedAdd)] });
    expect(button('Waiting to be sent')).toBeTruthy();
  });

  it('if the device is too full to store an added course, its card says so, keeps the chosen batch and lets the student retry', async () => {
    const message = 'This device is full, so the change was not saved.';
    const full: RowFault = { code: 'DEVICE_FULL', message, isFinal: false };
    await openBookingPage({ at, isOnline: false, outcome: () => ({ kind: 'unanswered', fault: full }) });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('4080');
    expect(button('Add to cart').getAttribute('aria-disabled')).toBeNull();
  });

  it('the add button of a course card asks a signed-out visitor to log in, with a link that leads back to the page', async () => {
    await openBookingPage({
      at,
      session: { status: 'signedOut', student: null },
      settings: { require_login: false },
      outcome: () => ({ kind: 'signedOut', key: null }),
    });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Sign in to add to your cart.');
    expect(within(alert).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
      `/login?from=${encodeURIComponent(at)}`,
    );
  });

  it('the card of a course that is already in the cart links to the cart and has no add button', async () => {
    await openBookingPage({ at, cart: cartOf([courseLine()]) });
    expect(screen.getByText(/In your cart\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View cart: Fire Fighting' }).getAttribute('href')).toBe(
      '/course-booking/details',
    );
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  });
});

describe('warnings about the dates of a course card', () => {
  const batches = [
    batch({ id: 4080, start_date: '2026-12-01', end_date: '2026-12-06' }),
    batch({ id: 4081, start_date: '2026-12-08', end_date: '2026-12-13' }),
  ];
  const needing = { ...offered(410, 'Fire Fighting', batches), prerequisites: [{ id: 402, course_name: 'First Aid' }] };

  it('a course card warns when the chosen batch clashes with a booked course, and offers the nearest dates that fit', async () => {
    const booked = [enrolment({ course_name: 'Radar', start_date: '2026-12-06', end_date: '2026-12-07' })];
    await openBookingPage({ at, courses: [offered(410, 'Fire Fighting', batches)], booked });
    expect(screen.queryByText(/These dates clash/)).toBeNull();
    choose('Fire Fighting', 4080);
    await advance(0);
    const clash = 'These dates clash with Radar (6 Dec 2026 – 7 Dec 2026), which you have booked.';
    expect(screen.getByText(clash)).toBeTruthy();
    expect(screen.getByText('8 Dec 2026 – 13 Dec 2026')).toBeTruthy();
    await press('Choose these dates for Fire Fighting');
    const select = screen.getByRole<HTMLSelectElement>('combobox');
    expect(select.value).toBe('4081');
    expect(document.activeElement).toBe(select);
    expect(screen.queryByText(/These dates clash/)).toBeNull();
  });

  it('a course card warns when the chosen batch clashes with a course in the cart, but the course can still be added', async () => {
    const { submitted } = await openBookingPage({
      at,
      courses: [offered(410, 'Fire Fighting', batches)],
      cart: cartOf([courseLine()]),
    });
    choose('Fire Fighting', 4080);
    await advance(0);
    expect(screen.getByText(/^These dates clash with Advanced Fire Fighting .* which is in your cart\.$/)).toBeTruthy();
    await press('Add to cart');
    expect(submitted).toMatchObject([{ payload: { course_id: 410, batch_id: 4080 } }]);
  });

  it('a course that the outbox has added since the cart was loaded is shown as in the cart, not as waiting', async () => {
    await openBookingPage({ at, waiting: [waitingRow(queuedAdd, { state: 'delivered' })] });
    expect(screen.getByText(/^In your cart\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Add to cart|Waiting)/ })).toBeNull();
  });

  it('a course card warns when the chosen batch clashes with one that the outbox still has to add to the cart', async () => {
    const radar = offered(411, 'Radar', [batch({ id: 4110, start_date: '2026-12-06', end_date: '2026-12-08' })]);
    const packed = { package_id: 801, batches: [{ course_id: 402, batch_id: 4020 }] };
    const queued = [
      waitingRow({ ...queuedAdd, key: 'k1', payload: { type: 'course', course_id: 411, batch_id: 4110 } }),
      waitingRow({ ...queuedAdd, key: 'k2', payload: { type: 'package', ...packed } }),
    ];
    await openBookingPage({ at, courses: [offered(410, 'Fire Fighting', batches), radar], waiting: queued });
    choose('Fire Fighting', 4080);
    await advance(0);
    expect(
      screen.getByText('These dates clash with Radar (6 Dec 2026 – 8 Dec 2026), which will be added to your cart.'),
    ).toBeTruthy();
    expect(screen.getByText(/^These dates clash with Elementary First Aid .* which will be added to/)).toBeTruthy();
  });

  it('a course card warns when a course required beforehand is not booked or ends too late', async () => {
    const { unmount } = await openBookingPage({ at, courses: [needing] });
    choose('Fire Fighting', 4080);
    await advance(0);
    expect(
      screen.getByText('This course needs First Aid first. Add it with earlier dates, or bring your certificate.'),
    ).toBeTruthy();
    unmount();
    const booked = [
      enrolment({ course_id: 402, course_name: 'First Aid', start_date: '2026-12-04', end_date: '2026-12-05' }),
    ];
    await openBookingPage({ at, courses: [needing], booked });
    choose('Fire Fighting', 4080);
    await advance(0);
    expect(screen.getByText('This course needs First Aid first, but that ends on 5 Dec 2026.')).toBeTruthy();
    expect(screen.getByText('8 Dec 2026 – 13 Dec 2026')).toBeTruthy();
  });

  it.each([
    ['failed', 1],
    ['absent', 1],
    [null, 0],
  ] as const)(
    'for a booked prerequisite that has ended with not_completed = %j (null: passed), the course card shows %i warnings that it is missing',
    async (not_completed, warnings) => {
      const over = { course_id: 402, start_date: '2026-10-05', end_date: '2026-10-06', status: 'completed' } as const;
      await openBookingPage({ at, courses: [needing], booked: [enrolment({ ...over, not_completed })] });
      choose('Fire Fighting', 4080);
      await advance(0);
      expect(screen.queryAllByText(/^This course needs First Aid first\. Add it/)).toHaveLength(warnings);
    },
  );

  it('a course card does not warn of a clash with a booked batch that the academy has cancelled', async () => {
    const booked = { course_name: 'Radar', start_date: '2026-12-06', end_date: '2026-12-07' };
    const courses = [offered(410, 'Fire Fighting', batches)];
    await openBookingPage({ at, courses, booked: [enrolment({ ...booked, cancelled: { choose_until: null } })] });
    choose('Fire Fighting', 4080);
    await advance(0);
    expect(screen.queryByText(/These dates clash/)).toBeNull();
  });

  it('a course card notes a batch during a booked course of over 90 days, but suggests other dates only if it clashes with another course', async () => {
    const booked = [
      enrolment({ course_name: 'Diploma', start_date: '2026-09-01', end_date: '2027-08-31' }),
      enrolment({ batch_id: 901, course_name: 'Radar', start_date: '2026-12-06', end_date: '2026-12-07' }),
    ];
    await openBookingPage({ at, courses: [offered(410, 'Fire Fighting', batches)], booked });
    choose('Fire Fighting', 4080);
    await advance(0);
    const note = screen.getByText('These dates are during Diploma (1 Sep 2026 – 31 Aug 2027), which you have booked.');
    expect(note.parentElement?.textContent).toContain('These dates clash with Radar');
    expect(note.parentElement?.textContent).toContain(
      'Nearest dates that fit your other courses: 8 Dec 2026 – 13 Dec 2026.',
    );
    choose('Fire Fighting', 4081);
    await advance(0);
    expect(screen.getByText(/^These dates are during Diploma/)).toBeTruthy();
    expect(screen.queryByText(/Nearest dates/)).toBeNull();
  });
});
