import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RowFault } from '../../../src/offline/outbox/row.ts';
import { refusal } from '../../support/answers.ts';
import { whileServerIsDown } from '../../support/server-down.ts';
import { paidNow, yearlyAmounts, yearlyPrice } from '../../support/yearly-price.ts';
import { batch } from '../catalogue/academy.ts';
import { enrolment } from '../student/courses/enrolments.ts';
import { cartOf, courseLine, packageLine } from './carts.ts';
import { waitingRow } from './fake-outbox.ts';
import { openCart } from './open-cart.tsx';

const removeAction = {
  kind: 'cart.remove',
  payload: { item_type: 'course', course_id: 408 },
  key: 'k1',
  title: 'Remove Advanced Fire Fighting',
  quotedPrice: null,
} as const;

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Booking' });
const remove = () => screen.getByRole('button', { name: 'Remove Advanced Fire Fighting' });

it('in the cart, a course with yearly fees shows the year 1 fee, the total, a hostel note and the amount to pay now', async () => {
  await openCart({ cart: cartOf([{ ...courseLine(), price: yearlyPrice }]) });
  const line = screen.getByRole('heading', { name: 'Advanced Fire Fighting' }).closest('li');
  for (const text of [...yearlyAmounts, paidNow]) expect(line?.textContent).toContain(text);
});

describe('totals of the cart', () => {
  it('the cart shows the price of each line with two decimals, so that the lines add up to the total', async () => {
    await openCart({ cart: cartOf([packageLine(), courseLine()]) });
    const prices = [...document.querySelectorAll('li [data-price]')].map(({ textContent }) => textContent);
    expect(prices).toEqual(['₹12,956.40instead of ₹14,396.0010% off', '₹8,024.00']);
    expect(within(screen.getByRole('region', { name: 'Summary' })).getAllByText('₹20,980.40')[0]).toBeTruthy();
  });

  it('the cart shows subtotal, discount and total with two decimals', async () => {
    await openCart({ cart: cartOf([packageLine(), courseLine()]) });
    const summary = screen.getByRole('region', { name: 'Summary' });
    expect(within(summary).getByText('₹22,420.00')).toBeTruthy();
    expect(within(summary).getByText('−₹1,439.60')).toBeTruthy();
    expect(within(summary).getAllByText('₹20,980.40')[0]).toBeTruthy();
  });

  it('the bar with the Confirm Booking button shows the total of the cart', async () => {
    await openCart({ cart: cartOf([packageLine(), courseLine()]) });
    expect(confirm().closest('[data-sticky-action]')?.textContent).toContain('₹20,980.40');
  });

  it('the cart tells groups of 5 or more to ask for a discount by phone', async () => {
    await openCart();
    expect(screen.getByText(/5 or more seats get a discount, arranged by phone/).textContent).toContain('98765 40001');
  });
});

describe('batch warnings in the cart', () => {
  it.each([
    ['full', /^No seats available for this batch\.$/],
    ['closed', /^This batch is no longer available for booking\.$/],
    ['started', /^This batch is already started\.$/],
    ['booked', /^You have already booked this batch\.$/],
  ] as const)(
    'the cart says why a batch that is already %s cannot be booked, and disables Confirm Booking',
    async (trouble, text) => {
      await openCart({ cart: cartOf([courseLine(trouble)]) });
      expect(screen.getAllByText(text)).toHaveLength(1);
      expect(screen.getAllByText('Please update your cart to proceed booking.')).toHaveLength(1);
      expect(screen.queryByText(/One or more included course batch/)).toBeNull();
      expect(confirm().disabled).toBe(true);
    },
  );

  it('the cart shows one warning for a whole package when one of its batches is full', async () => {
    await openCart({ cart: cartOf([packageLine('full')]) });
    const warning = 'One or more included course batch are no longer available. Please update your cart.';
    expect(screen.getAllByText(warning)).toHaveLength(1);
    expect(screen.getAllByText('Please update your cart to proceed booking.')).toHaveLength(1);
    expect(screen.queryByText(/^No seats available for this batch\.$/)).toBeNull();
    expect(confirm().disabled).toBe(true);
  });

  it('the cart shows how many seats of a batch are left when only a few remain', async () => {
    await openCart({ cart: cartOf([courseLine(null, 3)]) });
    expect(screen.getByText('Only 3 seats left')).toBeTruthy();
  });
});

describe('Confirm Booking', () => {
  it('with eleven lines in the cart, Confirm Booking is disabled and the cart says that an order can have at most 10 lines', async () => {
    const lines = Array.from({ length: 11 }, (_, index) => ({ ...courseLine(), id: 408 + index }));
    await openCart({ cart: cartOf(lines) });
    expect(
      screen.getByText(/^An order can have at most 10 lines\. Remove some of them and book the rest\./),
    ).toBeTruthy();
    expect(confirm().disabled).toBe(true);
  });

  it('pressing Confirm Booking on the cart page calls onConfirm when the cart can be booked', async () => {
    const { person, onConfirm } = await openCart();
    await person.click(confirm());
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('Confirm Booking is disabled for an account that may not book, and the reason is shown', async () => {
    await openCart({ cart: cartOf([courseLine()], { allowedBooking: false }) });
    expect(confirm().disabled).toBe(true);
    const reason = document.getElementById(confirm().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Booking is not enabled for your account. Please contact admissions.');
  });

  it('while offline, Confirm Booking is disabled and the reason is shown', async () => {
    await openCart({ isOnline: false });
    expect(confirm().disabled).toBe(true);
    expect(screen.getByText(/Your cart is saved. You can confirm/)).toBeTruthy();
    expect(screen.getByText(/^Your cart,/).textContent).toMatch(/as of \d\d:\d\d, just now$/);
  });
});

describe('removing from the cart', () => {
  it('removing a course from the cart sends DELETE with an idempotency key and shows the new cart', async () => {
    const { person, sent } = await openCart();
    await person.click(remove());
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    const call = sent.find(({ method }) => method === 'DELETE');
    expect(call?.body).toEqual({ item_type: 'course', course_id: 408 });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ['the server’s message', refusal(409, 'IN_PROGRESS', 'A payment is running.'), 'A payment is running.'],
    ['that the server is busy', refusal(503, 'UNAVAILABLE', 'The service is busy.'), 'The service is busy.'],
    ['a server failure', refusal(500, 'INTERNAL_ERROR', 'stack'), 'Internal server error'],
    ['a server failure if the server’s message is empty', refusal(409, 'IN_PROGRESS', ''), 'Internal server error'],
  ] as const)('a failed removal from the cart shows %s', async (_, removal, text) => {
    const { person, toasts, submitted } = await openCart({ removal });
    await person.click(remove());
    await waitFor(() => expect(toasts).toEqual([text]));
    expect(submitted).toEqual([]);
  });

  it('an offline removal from the cart goes to the outbox and not to the server', async () => {
    const { person, sent, submitted } = await openCart({ isOnline: false });
    await person.click(remove());
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted).toMatchObject([{ ...removeAction, key: expect.any(String) }]);
    expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('a removal from the cart is sent directly while the outbox contains only additions that were delivered', async () => {
    const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
    const add = { kind: 'cart.add', payload, key: 'k5', title: 'Radar Observer', quotedPrice: 7500 } as const;
    const { person, sent, submitted } = await openCart({ waiting: [waitingRow(add, { state: 'delivered' })] });
    await person.click(remove());
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
    expect(submitted).toEqual([]);
  });

  it('a removal from the cart that gets no response is put into the outbox with the same idempotency key', async () => {
    const { person, sent, submitted, toasts } = await openCart({ removal: 'no answer' });
    await person.click(remove());
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted[0]?.key).toBe(sent.at(-1)?.headers.get('idempotency-key'));
    expect(toasts).toEqual([]);
  });

  it('when neither the page nor the outbox gets a response to the removal of a course, the cart shows a network error', async () => {
    const fault: RowFault = { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false };
    const { person, toasts } = await openCart({ removal: 'no answer', outcome: { kind: 'unanswered', fault } });
    await person.click(remove());
    await waitFor(() => expect(toasts).toEqual(['Network error! Try again']));
  });

  it('if the device is too full to store a removal from the cart, the page says so', async () => {
    const fault: RowFault = { code: 'DEVICE_FULL', message: 'This device is full.', isFinal: false };
    const { person, toasts } = await openCart({ isOnline: false, outcome: { kind: 'unanswered', fault } });
    await person.click(remove());
    await waitFor(() => expect(toasts).toEqual(['This device is full.']));
  });

  const busy: RowFault = { code: 'UNAVAILABLE', message: 'The service is busy.', isFinal: false };
  it.each([
    ['offline', {}, 'It will be removed when the connection is back.'],
    ['online', {}, 'It is waiting to be removed.'],
    ['online', { state: 'sending' }, 'It is being removed.'],
    ['online', { state: 'needsAuth' }, 'It will be removed when you sign in.'],
    ['online', { lastError: busy }, 'It could not be removed yet. We will try again automatically.'],
    ['online', { state: 'needsAttention', lastError: { ...busy, isFinal: true } }, 'It could not be removed.'],
  ] as const)(
    'a cart line whose removal waits in the outbox (page %s, changed fields of the outbox row: %o) says “%s” and has no Remove button',
    async (network, change, text) => {
      await openCart({ isOnline: network === 'online', waiting: [waitingRow(removeAction, change)] });
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    },
  );
});

it('while our server is not answering, the cart says that changes wait for the server, not for the connection', async () => {
  await whileServerIsDown(async () => {
    const add = { ...removeAction, kind: 'cart.add', key: 'k2', title: 'Radar Observer' } as const;
    const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
    await openCart({ isOnline: false, waiting: [waitingRow(removeAction), waitingRow({ ...add, payload })] });
    for (const text of ['It will be removed', 'Will be added', 'You can change batches'])
      expect(screen.getByText(`${text} when our server answers again.`)).toBeTruthy();
  });
});

it('Undo puts a removed course back into the cart and shows the cart that the server returned', async () => {
  const added = () => ({ kind: 'delivered', cart: { cart: cartOf([courseLine()]), sentAt: Date.now() } }) as const;
  const { person, sent, submitted } = await openCart({ outcome: added });
  await person.click(remove());
  await screen.findByText('Your cart is empty');
  await person.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(remove()).toBeTruthy());
  await waitFor(() => expect(document.activeElement?.contains(remove())).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(submitted).toMatchObject([{ kind: 'cart.add', payload: { type: 'course', course_id: 408 } }]);
  expect(sent.filter(({ method, url }) => method === 'GET' && url === '/api/cart')).toHaveLength(1);
});

it('the cart lists courses that the outbox still has to add, with the price shown when the student added them', async () => {
  const add = {
    kind: 'cart.add',
    payload: { type: 'course', course_id: 5, batch_id: 50 },
    key: 'k5',
    title: 'Radar Observer',
    quotedPrice: 7500,
  } as const;
  await openCart({ cart: cartOf([]), isOnline: false, waiting: [waitingRow(add)] });
  expect(screen.queryByText('Your cart is empty')).toBeNull();
  const line = screen.getByRole('heading', { name: 'Radar Observer' }).closest('li');
  expect(line?.textContent).toContain('Will be added when the connection is back.');
  expect(line?.textContent).toContain('₹7,500.00');
});

it('a course with yearly fees that the outbox still has to add shows the fee of year 1 and the total in the cart', async () => {
  const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
  const shown = { quotedPrice: yearlyPrice.main, shownPrice: yearlyPrice };
  const add = { kind: 'cart.add', payload, key: 'k5', title: 'Nautical Science', ...shown } as const;
  await openCart({ cart: cartOf([]), isOnline: false, waiting: [waitingRow(add)] });
  const line = screen.getByRole('heading', { name: 'Nautical Science' }).closest('li');
  for (const text of [...yearlyAmounts, paidNow]) expect(line?.textContent).toContain(text);
});

it('while the student is online, the cart shows a course in the outbox as waiting to be added', async () => {
  const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
  const add = { kind: 'cart.add', payload, key: 'k5', title: 'Radar Observer', quotedPrice: 7500 } as const;
  await openCart({ cart: cartOf([]), waiting: [waitingRow(add)] });
  expect(screen.getByText('Waiting to be added to your cart.')).toBeTruthy();
});

it('when the server cannot add a course yet, the cart shows the server’s message and that the device will try again', async () => {
  const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
  const add = { kind: 'cart.add', payload, key: 'k5', title: 'Radar Observer', quotedPrice: 7500 } as const;
  const lastError: RowFault = { code: 'UNAVAILABLE', message: 'We are restarting.', isFinal: false };
  await openCart({ cart: cartOf([]), waiting: [waitingRow(add, { lastError })] });
  const text = 'We are restarting. Saved on this device. We will try again automatically.';
  expect(screen.getByText(text)).toBeTruthy();
});

it('an empty cart links to Book Online', async () => {
  await openCart({ cart: cartOf([]) });
  expect(screen.getByText('Your cart is empty')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
});

describe('warnings about dates in the cart', () => {
  const booked = [enrolment({ batch_id: 900, course_name: 'Radar', start_date: '2026-12-06', end_date: '2026-12-08' })];
  const clash = 'These dates clash with Radar (6 Dec 2026 – 8 Dec 2026), which you have booked.';
  const later = batch({ id: 41, start_date: '2026-12-15', end_date: '2026-12-20' });

  it('a course in the cart that clashes with a booked course offers the nearest dates that fit', async () => {
    const clashing = batch({ id: 40, start_date: '2026-12-08', end_date: '2026-12-13' });
    const choices = [{ course_id: 408, batches: [batch(), clashing, later] }];
    const { person, sent } = await openCart({ booked, choices });
    expect(await screen.findByText(clash)).toBeTruthy();
    expect(await screen.findByText('15 Dec 2026 – 20 Dec 2026')).toBeTruthy();
    expect(confirm().disabled).toBe(false);
    await person.click(screen.getByRole('button', { name: 'Choose these dates for Advanced Fire Fighting' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('PUT'));
    const swap = sent.find(({ method }) => method === 'PUT');
    expect(swap?.body).toEqual({ item_type: 'course', course_id: 408, batch_id: 41 });
  });

  it('two courses in the cart that have a day in common each show a warning about the other', async () => {
    await openCart({ cart: cartOf([courseLine(), packageLine()]) });
    expect(await screen.findAllByText(/clash with Advanced Fire Fighting .* which is in your cart/)).toHaveLength(2);
    expect(screen.getAllByText(/clash with Survival Techniques .* which is in your cart/)).toHaveLength(2);
  });

  it('a course in the cart and one that the outbox still has to add each show a warning when their dates clash', async () => {
    const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
    const add = { kind: 'cart.add', payload, key: 'k5', title: 'Radar Observer', quotedPrice: 7500 } as const;
    const days = batch({ id: 50, start_date: '2026-12-06', end_date: '2026-12-08' });
    const radar = {
      courseId: 5,
      courseName: 'Radar Observer',
      batch: days,
      prerequisites: [],
      source: 'queued',
      batches: [],
    } as const;
    await openCart({ isOnline: false, waiting: [waitingRow(add)], queued: [radar] });
    const lineOf = (name: string) => screen.getByRole('heading', { name }).closest('li')?.textContent;
    expect(lineOf('Advanced Fire Fighting')).toContain(
      'These dates clash with Radar Observer (6 Dec 2026 – 8 Dec 2026), which will be added to your cart.',
    );
    expect(lineOf('Radar Observer')).toContain(
      '6 Dec 2026 – 8 Dec 2026These dates clash with Advanced Fire Fighting (1 Dec 2026 – 6 Dec 2026), which is in your cart.',
    );
  });

  it.each([
    ['names the nearest dates that fit', [later], 'Nearest dates that fit: 15 Dec 2026 – 20 Dec 2026.'],
    ['says that no other dates fit', [], 'No other dates of this course fit.'],
  ])(
    'while online, the cart warns that a course in the outbox clashes with a booked course, and this warning %s',
    async (_, batches, text) => {
      const payload = { type: 'course', course_id: 5, batch_id: 50 } as const;
      const add = { kind: 'cart.add', payload, key: 'k5', title: 'Radar Observer', quotedPrice: 7500 } as const;
      const lastError = { code: 'RATE_LIMITED', message: 'Too many requests.', isFinal: false } as const;
      const radar = {
        courseId: 5,
        courseName: 'Radar Observer',
        batch: batch({ id: 50, start_date: '2026-12-06', end_date: '2026-12-08' }),
        prerequisites: [],
        source: 'queued',
        batches,
      } as const;
      await openCart({ cart: cartOf([]), booked, waiting: [waitingRow(add, { lastError })], queued: [radar] });
      expect(await screen.findByText(clash)).toBeTruthy();
      expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === text)).toBeTruthy();
    },
  );

  it('the cart lists a course only once, and no warning names it twice, while the outbox still contains the course’s delivered addition', async () => {
    const payload = { type: 'course', course_id: 408, batch_id: 1 } as const;
    const add = { kind: 'cart.add', payload, key: 'k4', title: 'Advanced Fire Fighting', quotedPrice: 8024 } as const;
    const queued = {
      courseId: 408,
      courseName: 'Advanced Fire Fighting',
      batch: batch(),
      prerequisites: [],
      source: 'queued',
      batches: [],
    } as const;
    await openCart({
      cart: cartOf([courseLine(), packageLine()]),
      waiting: [waitingRow(add, { state: 'delivered' })],
      queued: [queued],
    });
    expect(await screen.findAllByText(/clash with Advanced Fire Fighting/)).toHaveLength(2);
    expect(screen.getAllByRole('heading', { name: 'Advanced Fire Fighting' })).toHaveLength(1);
  });

  it('a cart line warns that its prerequisite course is missing, but not if an earlier batch of that course waits in the outbox', async () => {
    const line = courseLine();
    const prerequisites = [{ id: 402, course_name: 'Elementary First Aid' }];
    const needing = { ...line, ...(line.course && { course: { ...line.course, prerequisites } }) };
    const text =
      /^This course needs Elementary First Aid first\. Add it with earlier dates, or bring your certificate\.$/;
    const { unmount } = await openCart({ cart: cartOf([needing]) });
    expect(screen.getByText(text)).toBeTruthy();
    expect(confirm().disabled).toBe(false);
    unmount();
    const days = batch({ id: 60, start_date: '2026-11-25', end_date: '2026-11-27' });
    const firstAid = {
      courseId: 402,
      courseName: 'Elementary First Aid',
      batch: days,
      prerequisites: [],
      source: 'queued',
      batches: [],
    } as const;
    await openCart({ cart: cartOf([needing]), queued: [firstAid] });
    expect(screen.queryByText(text)).toBeNull();
  });

  it('while offline, the cart shows a clash of dates without suggesting other dates', async () => {
    await openCart({ booked, isOnline: false });
    expect(await screen.findByText(clash)).toBeTruthy();
    expect(screen.queryByText(/Nearest dates|No other dates/)).toBeNull();
  });
});
