import { expect, it } from 'vitest';
import { quote } from '../../lab/alphabets/samples.ts';
import type { OrderOutcome } from '../../machines/checkout.context.ts';
import {
  attemptOf,
  changesOf,
  checkoutOutput,
  clashesOf,
  confirmedOrder,
  orderRequest,
  refusalOf,
  startContext,
} from '../../machines/checkout-rules.ts';

const nothing = {
  ...{ isOnline: true, missing: null, draft: {}, draftKey: '', termsVersion: null, quote: null, seenBefore: null },
  ...{ lineNames: [], key: null, changes: null, lineChange: null, lineKey: '', lineFailure: null, clashes: [] },
  ...{ refusal: null, orderId: null, attemptId: null, heldUntil: null, contactMethod: null, nextCheckAt: null },
  order: null,
};
const context = startContext({ screen: 'review', quote, termsVersion: '2026-01' }, true);
const contactNeeded: OrderOutcome = { kind: 'contactNeeded' };

it.each([
  ['the payment attempt', () => attemptOf(contactNeeded)],
  ['the changes', () => changesOf(context, contactNeeded)],
  ['the clashing dates', () => clashesOf(contactNeeded)],
  ['the refusal', () => refusalOf(contactNeeded)],
])('reading a part of an order’s outcome that this outcome does not have throws an error: %s', (_, read) => {
  expect(read).toThrow('an outcome without');
});

it.each(['key', 'quote', 'termsVersion'] as const)('checkout cannot send an order without the field %s', (field) => {
  const complete = { ...context, key: 'key-1' };
  expect(orderRequest({ context: complete })).toEqual({ key: 'key-1', quote, termsVersion: '2026-01' });
  expect(() => orderRequest({ context: { ...complete, [field]: null } })).toThrow('an order without');
});

it('confirming clashing dates in a checkout without a price quote throws an error', () => {
  const event = { type: 'clashes.confirm', key: 'key-2' } as const;
  expect(() => confirmedOrder({ context: { ...context, quote: null }, event })).toThrow('without a quote');
});

it('a checkout stored by an older version, without a list of clashing dates, sends an order that confirms no clashing batch', () => {
  const { clashes: _, ...earlier } = context;
  const event = { type: 'clashes.confirm', key: 'key-2' } as const;
  expect(confirmedOrder({ context: earlier, event })).toEqual({
    key: 'key-2',
    quote: { ...quote, confirmed_batch_ids: [] },
  });
});

it('a batch whose clashing dates are confirmed twice is named once in the order', () => {
  const clash = { course_id: 7, batch_id: 71, course_name: 'Fire Fighting', start_date: '', end_date: '' };
  const other = { course_name: 'Radar', start_date: '', end_date: '', is_booked: true };
  const again = { ...context, quote: { ...quote, confirmed_batch_ids: [71] }, clashes: [{ ...clash, other }] };
  const event = { type: 'clashes.confirm', key: 'key-2' } as const;
  expect(confirmedOrder({ context: again, event }).quote.confirmed_batch_ids).toEqual([71]);
});

it('a new checkout contains only the values that it was started with', () => {
  expect(startContext({ screen: 'start' }, true)).toEqual(nothing);
  expect(startContext({ screen: 'returning', attemptId: 'LF-1', quote, termsVersion: '2026-01' }, false)).toEqual({
    ...nothing,
    isOnline: false,
    attemptId: 'LF-1',
    quote,
    termsVersion: '2026-01',
  });
});

it('the end of a seat hold is the time that the server has returned, or null if the server returned none', () => {
  const opened = { kind: 'opened', orderId: 'LF-1', attemptId: 'LF-1-1' } as const;
  expect(attemptOf(opened)).toEqual({ orderId: 'LF-1', attemptId: 'LF-1-1', heldUntil: null });
  expect(attemptOf({ ...opened, heldUntil: '2026-03-10' }).heldUntil).toBe('2026-03-10');
});

it('a checkout that ends without an order has the outcome “abandoned”', () => {
  expect(checkoutOutput({ context })).toEqual({ kind: 'abandoned' });
});
