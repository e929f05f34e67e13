import { expect, it } from 'vitest';
import { createOrder } from '../../../contract/orders.ts';
import { changeText, refusalText } from '../../../src/checkout/checkout-texts.ts';

const refusals = [
  ['CART_EMPTY', 'courses', 'Your cart is empty.'],
  ['TERMS_NOT_ACCEPTED', 'review', 'You must accept the Terms & Conditions'],
  ['PROFILE_INCOMPLETE', 'details', 'Please complete your details to proceed.'],
  ['BOOKING_NOT_ALLOWED', 'cart', 'Booking is not enabled for your account. Please contact admissions.'],
  ['BOOKING_CLOSED', 'cart', 'Online booking is closed at present.'],
  ['PROVIDER_UNAVAILABLE', 'review', 'Payment is not available right now.'],
  ['BATCH_FULL', 'cart', 'No seats are available for a batch in your order.'],
  ['BATCH_CLOSED', 'cart', 'A batch in your order is no longer available for booking.'],
  ['BATCH_STARTED', 'cart', 'A batch in your order has already started.'],
  ['TOO_MANY_LINES', 'cart', 'An order can have at most 10 lines.'],
  ['TOO_MANY_HOLDS', 'review', 'Too many unpaid seats of a batch in your order are held from your network.'],
  ['ALREADY_BOOKED', 'cart', 'You have already booked a batch in your order.'],
] as const;

it.each(refusals)(
  'the notice of an order refused with the error code %s leads to the next step “%s” and has the title “%s”',
  (code, next, title) => {
    const text = refusalText({ code, message: 'The message of the server' });
    expect(text).toMatchObject({ next, title });
    expect(text.advice).toMatch(/Nothing was charged|tick the box/);
  },
);

it('every error code with which an order can be refused has a text of its own', () => {
  // These codes need no text. A changed cart, clashing dates and an unverified contact have steps of their own on the
  // review page, and a pending payment leads to the confirmation page.
  const shownOtherwise = ['CART_CHANGED', 'DATES_CLASH', 'PAYMENT_PENDING', 'CONTACT_NOT_VERIFIED'];
  const codes = Object.keys(createOrder.refusals).filter((code) => !shownOtherwise.includes(code));
  expect(refusals.map(([code]) => code).toSorted()).toEqual(codes.toSorted());
});

it('an order refused with an unknown error code shows the message of the server', () => {
  const text = refusalText({ code: 'UNKNOWN_ERROR', message: 'Too many orders.' });
  expect(text).toMatchObject({ next: 'review', title: 'Too many orders.' });
  expect(refusalText({ code: 'UNKNOWN_ERROR', message: null }).title).toBe('Something went wrong.');
});

it('for a course with yearly fees, the text about a changed price gives the price of year 1 and the total of all years', () => {
  const change = { kind: 'price', type: 'course', id: 7, name: 'Deck Cadet', was: 265_000, now: 270_000 } as const;
  expect(changeText(change)).toBe('Deck Cadet now costs ₹2,70,000.00 (was ₹2,65,000.00).');
  expect(changeText(change, { years: 4, total: 1_050_000 })).toBe(
    'Year 1 of Deck Cadet now costs ₹2,70,000.00 (was ₹2,65,000.00), total ₹10,50,000.00 over 4 years.',
  );
});
