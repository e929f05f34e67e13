import { describe, expect, it } from 'vitest';
import { toAddOutcome } from '../../../src/cart/cart-add-flow.ts';
import { cartContents } from '../../../src/cart/cart-contents.ts';
import { cartAddText } from '../../../src/cart/cart-texts.ts';
import { cartOf, courseLine, packageLine } from './carts.ts';

const fault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };

describe('how an add ends', () => {
  it('is the machine’s word for the outbox’s', () => {
    expect(toAddOutcome({ kind: 'delivered' })).toEqual({ kind: 'added' });
    expect(toAddOutcome({ kind: 'queued', key: 'k' })).toEqual({ kind: 'queued' });
    const failure = { errorCode: 'BATCH_FULL', message: 'No seats are left.' };
    expect(toAddOutcome({ kind: 'refused', fault })).toEqual({ kind: 'refused', failure });
    expect(toAddOutcome({ kind: 'unanswered', fault })).toEqual({ kind: 'unanswered', failure });
  });

  it('waits where it is kept until somebody signs in, and asks to sign in where it is not', () => {
    expect(toAddOutcome({ kind: 'signedOut', key: 'k' })).toEqual({ kind: 'queued' });
    expect(toAddOutcome({ kind: 'signedOut', key: null })).toMatchObject({
      kind: 'refused',
      failure: { errorCode: 'SIGNED_OUT' },
    });
  });
});

describe('what a failed add says', () => {
  it.each([
    [{ errorCode: 'COURSE_ALREADY_IN_CART', message: 'x' }, 'Course already exist in cart'],
    [{ errorCode: 'BATCH_FULL', message: 'No seats are left.' }, 'No seats are left.'],
    [{ errorCode: 'BATCH_FULL', message: null }, 'Failed to add to cart.'],
    [{ errorCode: 'UNKNOWN_ERROR', message: null }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'NO_RESPONSE', message: 'No response from server' }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'PACKAGE_INCOMPLETE', message: null }, 'Please select batches for all courses'],
  ])('%o', (failure, text) => {
    expect(cartAddText(failure)).toBe(text);
  });
});

it('counts a package’s courses among those in the cart', () => {
  const { courses, packages } = cartContents(cartOf([packageLine(), courseLine()]));
  expect([...courses].sort()).toEqual([401, 402, 408]);
  expect([...packages]).toEqual([801]);
});
