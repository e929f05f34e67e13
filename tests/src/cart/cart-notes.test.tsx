import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addToCart } from '../../../contract/cart.ts';
import { normaliseFailure } from '../../../src/cart/changes/cart-failure.ts';
import { ApiError } from '../../../src/lib/api.ts';
import type { RowFault } from '../../../src/offline/outbox/row.ts';
import { refusedCall } from '../../support/refused-call.ts';
import { order } from '../checkout/orders.ts';
import { cartOf, courseLine, packageLine } from './carts.ts';
import { openCart } from './open-cart.tsx';

const remove = () => screen.getByRole('button', { name: /^Remove/ });
const undo = () => screen.findByRole('button', { name: /^Undo/ });

describe('undoing a removal', () => {
  it('undoing the removal of a course from the cart adds the course again with the same batch', async () => {
    const { person, submitted } = await openCart();
    await person.click(remove());
    expect((await screen.findByText(/was removed/)).textContent).toBe('Advanced Fire Fighting was removed.');
    await person.click(await undo());
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted).toMatchObject([
      { kind: 'cart.add', payload: { type: 'course', course_id: 408, batch_id: 1 }, quotedPrice: 8024 },
    ]);
    await waitFor(() => expect(screen.queryByText(/was removed/)).toBeNull());
  });

  it('undoing the removal of a package from the cart adds the package again with the same batches', async () => {
    const { person, submitted } = await openCart({ cart: cartOf([packageLine()]) });
    await person.click(remove());
    await person.click(await undo());
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted[0]?.payload).toEqual({
      type: 'package',
      package_id: 801,
      batches: [
        { course_id: 401, batch_id: 11 },
        { course_id: 402, batch_id: 21 },
      ],
    });
  });

  it('when the server refuses to undo a removal from the cart, the page shows the reason', async () => {
    const fault: RowFault = { code: 'BATCH_FULL', message: 'No seats are available for this batch.', isFinal: true };
    const { person, toasts } = await openCart({ outcome: { kind: 'refused', fault } });
    await person.click(remove());
    await person.click(await undo());
    await waitFor(() => expect(toasts).toEqual(['No seats are available for this batch.']));
  });

  it('after removing a course whose batch is full, the cart offers no Undo', async () => {
    const { person } = await openCart({ cart: cartOf([courseLine('full')]) });
    await person.click(remove());
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

describe('a pending payment in the cart', () => {
  const pending = order({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true });

  it('the cart shows a pending payment with a link to check it again, and disables Confirm Booking', async () => {
    await openCart({ orders: [pending] });
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    const recheck = screen.getByRole('link', { name: 'Recheck Payment' });
    expect(recheck.getAttribute('href')).toBe('/course-booking/checkout/confirmation/LF-2026-000123-1');
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Booking' });
    expect(confirm.disabled).toBe(true);
    const reason = document.getElementById(confirm.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Your last payment is not settled yet. Recheck it before you book more.');
  });

  it('the cart shows no pending payment for an order whose payment was never started', async () => {
    const { queryClient } = await openCart({ orders: [{ ...pending, is_payment_pending: false }] });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText('Payment pending, do not pay again')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Booking' }).disabled).toBe(false);
  });
});

describe('normaliseFailure', () => {
  it.each([
    [
      refusedCall(addToCart, 'BATCH_FULL', { message: 'Full.' }),
      { status: 409, errorCode: 'BATCH_FULL', message: 'Full.' },
    ],
    [new ApiError('refused', '', 502), { status: 502, errorCode: 'UNKNOWN_ERROR', message: 'An error occurred' }],
    [new ApiError('offline', 'x'), { status: null, errorCode: 'NO_RESPONSE', message: 'No response from server' }],
    [new TypeError('bad'), { status: null, errorCode: 'REQUEST_SETUP_ERROR', message: 'bad' }],
    ['not an error', { status: null, errorCode: 'REQUEST_SETUP_ERROR', message: 'An error occurred' }],
  ])('normaliseFailure turns the error %s into a status, an error code and a message', (error, failure) => {
    expect(normaliseFailure(error)).toEqual(failure);
  });
});
