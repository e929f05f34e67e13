import { describe, expect, it } from 'vitest';
import { cartContents } from '../../../../machines/cart-lines.ts';
import { cartAddText } from '../../../../src/cart/cart-texts.ts';
import { toAddOutcome } from '../../../../src/cart/changes/cart-add-flow.ts';
import { cartOf, courseLine, packageLine } from '../carts.ts';

const fault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };

describe('toAddOutcome', () => {
  it('toAddOutcome maps each outbox outcome to the outcome that the add machine expects', () => {
    expect(toAddOutcome({ kind: 'delivered' })).toEqual({ kind: 'added' });
    expect(toAddOutcome({ kind: 'queued', key: 'k' })).toEqual({ kind: 'queued' });
    const failure = { errorCode: 'BATCH_FULL', message: 'No seats are left.' };
    expect(toAddOutcome({ kind: 'refused', fault })).toEqual({ kind: 'refused', failure });
    expect(toAddOutcome({ kind: 'unanswered', fault })).toEqual({ kind: 'unanswered', failure });
  });

  it('an add by a signed-out student is queued if the outbox saved it, and otherwise asks for sign-in', () => {
    expect(toAddOutcome({ kind: 'signedOut', key: 'k' })).toEqual({ kind: 'queued' });
    expect(toAddOutcome({ kind: 'signedOut', key: null })).toMatchObject({
      kind: 'refused',
      failure: { errorCode: 'SIGNED_OUT' },
    });
  });
});

describe('cartAddText', () => {
  it.each([
    [{ errorCode: 'COURSE_ALREADY_IN_CART', message: 'x' }, 'Course already exist in cart'],
    [{ errorCode: 'BATCH_FULL', message: 'No seats are left.' }, 'No seats are left.'],
    [{ errorCode: 'BATCH_FULL', message: null }, 'Failed to add to cart.'],
    [{ errorCode: 'BATCH_FULL', message: '' }, 'Failed to add to cart.'],
    [{ errorCode: 'PACKAGE_INCOMPLETE', message: '' }, 'Please select batches for all courses'],
    [{ errorCode: 'UNKNOWN_ERROR', message: null }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'NO_RESPONSE', message: 'No response from server' }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'PACKAGE_INCOMPLETE', message: null }, 'Please select batches for all courses'],
  ])('a failed add to the cart with the error %o shows the text: %s', (failure, text) => {
    expect(cartAddText(failure)).toBe(text);
  });
});

it('cartContents counts the courses of a package among the courses in the cart', () => {
  const { courses, packages } = cartContents(cartOf([packageLine(), courseLine()]));
  expect([...courses].sort()).toEqual([401, 402, 408]);
  expect([...packages]).toEqual([801]);
});
