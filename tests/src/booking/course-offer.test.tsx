import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboxOutcome } from '../../../src/offline/outbox-notice.ts';
import type { OutboxAction } from '../../../src/offline/outbox-row.ts';
import { cartOf, courseLine } from '../cart/carts.ts';
import { waitingRow } from '../cart/fake-outbox.ts';
import { batch, today } from '../catalogue/academy.ts';
import { button, choose, offered, openCounter, pass, press } from './open-counter.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const at = '/course-booking?tab=individual';
const fault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };
const options = () => within(screen.getByRole('combobox')).getAllByRole('option');

const queuedAdd: OutboxAction = {
  kind: 'cart.add',
  payload: { type: 'course', course_id: 408, batch_id: 4080 },
  key: 'earlier',
  title: 'Fire Fighting',
  quotedPrice: 8024,
};

describe('the batch selector', () => {
  it('lists only batches that can be booked, earliest first, with days and seats', async () => {
    const batches = [
      batch({ id: 3, start_date: '2027-01-05', end_date: '2027-01-10', available: 9 }),
      batch({ id: 1, available: 0 }),
      batch({ id: 2, status: 'closed' }),
      batch({ id: 4, start_date: today, end_date: '2026-11-25' }),
      batch({ id: 5, start_date: '2026-12-01', end_date: '2026-12-06', available: 1 }),
    ];
    await openCounter({ at, courses: [offered(408, 'Fire Fighting', batches)] });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Choose a batch',
      '1 Dec 2026 - 6 Dec 2026 (1 left)',
      '5 Jan 2027 - 10 Jan 2027 (9 left)',
    ]);
    choose('Fire Fighting', 5);
    expect(screen.getByText('Only 1 seat left')).toBeTruthy();
  });

  it('gives way to the admissions phone where no batch can be booked', async () => {
    await openCounter({ at, courses: [offered(408, 'Fire Fighting', [batch({ available: 0 })])] });
    expect(screen.getByText(/Batches are yet to be scheduled/).textContent).toContain('98765 40001');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  });
});

it('shows price, duration and the ways to details and eligibility', async () => {
  const priced = { ...offered(408, 'Fire Fighting'), price: { main: 7222, struck: 8024, percent_off: 10 } };
  await openCounter({ at, courses: [priced] });
  const card = screen.getByRole('heading', { name: 'Fire Fighting' }).closest('li');
  expect(card?.textContent).toContain('6 days');
  expect(card?.textContent).toContain('₹7,222');
  expect(card?.querySelector('s')?.textContent).toContain('₹8,024');
  expect(card?.textContent).toContain('10% off');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Details of Fire Fighting')).toBe('/course-booking/fire-fighting-408');
  expect(link('Eligibility for Fire Fighting')).toBe('/course-booking/fire-fighting-408?tab=eligibility');
});

describe('the add button', () => {
  it('asks for a batch first', async () => {
    const { submitted } = await openCounter({ at });
    await press('Add to cart');
    expect(screen.getByRole('alert').textContent).toBe('Choose a batch first.');
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    expect(submitted).toEqual([]);
  });

  it('says adding, then added for 2000 ms, with a toast of 2000 ms, and the cart is asked for anew', async () => {
    let end: (outcome: OutboxOutcome) => void = () => {};
    const ended = new Promise<OutboxOutcome>((resolve) => {
      end = resolve;
    });
    const { submitted, toasts, sent } = await openCounter({ at, ending: () => ended });
    const cartReads = () => sent.filter(({ url }) => url === '/api/cart').length;
    const before = cartReads();
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(button('Adding...').getAttribute('aria-disabled')).toBe('true');
    expect(submitted).toMatchObject([{ ...queuedAdd, key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    end({ kind: 'delivered' });
    await pass(0);
    expect(button('Added')).toBeTruthy();
    expect(toasts).toEqual([{ message: 'Item added to cart', time: 2000 }]);
    await pass(1990);
    expect(button('Added')).toBeTruthy();
    expect(cartReads()).toBe(before + 1);
    await pass(10);
    expect(button('Add to cart')).toBeTruthy();
  });

  it('says why the server refused, and is ready again', async () => {
    const { submitted } = await openCounter({ at, ending: () => ({ kind: 'refused', fault }) });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(screen.getByRole('alert').textContent).toContain('No seats are left.');
    await press('Add to cart');
    expect(submitted[1]?.key).not.toBe(submitted[0]?.key);
  });

  it('waits for the connection and is added once the outbox delivers', async () => {
    const { submitted, tell, toasts } = await openCounter({ at, ending: () => ({ kind: 'queued', key: 'k' }) });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    expect(button('Waiting for connection')).toBeTruthy();
    expect(screen.getByText(/sent as soon as the connection is back/)).toBeTruthy();
    tell({ type: 'delivered', key: 'somebody else’s' });
    expect(button('Waiting for connection')).toBeTruthy();
    tell({ type: 'delivered', key: submitted[0]?.key ?? '' });
    await pass(0);
    expect(button('Added')).toBeTruthy();
    expect(toasts).toHaveLength(1);
  });

  it('knows an add of an earlier visit that still waits', async () => {
    const { tell } = await openCounter({ at, waiting: [waitingRow(queuedAdd)] });
    expect(button('Waiting for connection')).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('4080');
    tell({ type: 'refused', key: 'earlier', fault });
    await pass(0);
    expect(screen.getByRole('alert').textContent).toContain('No seats are left.');
    expect(button('Add to cart')).toBeTruthy();
  });

  it('asks whoever is signed out to sign in, and to come back', async () => {
    await openCounter({
      at,
      session: { status: 'signedOut', student: null },
      settings: { require_login: false },
      ending: () => ({ kind: 'signedOut', key: null }),
    });
    choose('Fire Fighting', 4080);
    await press('Add to cart');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Sign in to add to your cart.');
    expect(within(alert).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
      `/login?from=${encodeURIComponent(at)}`,
    );
  });

  it('gives way to the cart once the course is in it', async () => {
    await openCounter({ at, cart: cartOf([courseLine()]) });
    expect(screen.getByText(/In your cart\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View cart: Fire Fighting' }).getAttribute('href')).toBe(
      '/course-booking/details',
    );
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  });
});
