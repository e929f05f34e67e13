import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { CartFailure } from '../../../../machines/cart-add.ts';
import { cartContents } from '../../../../machines/cart-lines.ts';
import { cartAddText } from '../../../../src/cart/cart-texts.ts';
import { createCartAddFlow, toAddOutcome } from '../../../../src/cart/changes/cart-add-flow.ts';
import type { RowFault } from '../../../../src/offline/outbox/row.ts';
import { batch } from '../../catalogue/academy.ts';
import { cartOf, courseLine, packageLine } from '../carts.ts';
import { fakeOutbox } from '../fake-outbox.ts';

const fault: RowFault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };

describe('toAddOutcome', () => {
  it('toAddOutcome converts each result of the outbox to the result that the state machine for adding to the cart expects', () => {
    expect(toAddOutcome({ kind: 'delivered' })).toEqual({ kind: 'added' });
    expect(toAddOutcome({ kind: 'queued', key: 'k' })).toEqual({ kind: 'queued' });
    const failure: CartFailure = { errorCode: 'BATCH_FULL', message: 'No seats are left.' };
    expect(toAddOutcome({ kind: 'refused', fault })).toEqual({ kind: 'refused', failure });
    expect(toAddOutcome({ kind: 'unanswered', fault })).toEqual({ kind: 'unanswered', failure });
  });

  it('a course added by a signed-out student counts as queued if the outbox saved it, and otherwise as refused with SIGNED_OUT', () => {
    expect(toAddOutcome({ kind: 'signedOut', key: 'k' })).toEqual({ kind: 'queued' });
    expect(toAddOutcome({ kind: 'signedOut', key: null })).toMatchObject({
      kind: 'refused',
      failure: { errorCode: 'SIGNED_OUT' },
    });
  });
});

it.each([
  ['the signed-in student', { id: 'asha' }, 'asha'],
  ['no student if a signed-out visitor presses it', null, null],
])('pressing the add button of a course card puts the course into the outbox for %s', async (_, identity, user) => {
  const { outbox, submittedBy } = fakeOutbox(() => ({ kind: 'delivered' }));
  const describeItem = () => ({ title: 'Fire Fighting', quotedPrice: 8024 });
  const { course } = createCartAddFlow({ outbox, identified: async () => identity, describeItem });
  const batches = [batch({ id: 4080 })];
  const actor = createActor(course, {
    input: { courseId: 408, batches, batchId: 4080, queuedKey: undefined },
  }).start();
  actor.send({ type: 'cart.add', key: 'k' });
  await waitFor(actor, (state) => state.matches('added'));
  actor.stop();
  expect(submittedBy).toEqual([user]);
});

it('once a course card has left the page, the outbox counts the result of adding the course as not shown to the student', async () => {
  const { outbox, submitted, isShown } = fakeOutbox(() => new Promise(() => {}));
  const describeItem = () => ({ title: 'Fire Fighting', quotedPrice: 8024 });
  const { course } = createCartAddFlow({ outbox, identified: async () => ({ id: 'asha' }), describeItem });
  const batches = [batch({ id: 4080 })];
  const actor = createActor(course, { input: { courseId: 408, batches, batchId: 4080, queuedKey: undefined } }).start();
  actor.send({ type: 'cart.add', key: 'k' });
  await expect.poll(() => submitted).toHaveLength(1);
  expect(isShown()).toBe(true);
  actor.stop();
  expect(isShown()).toBe(false);
});

describe('cartAddText', () => {
  it.each<[CartFailure, string]>([
    [{ errorCode: 'COURSE_ALREADY_IN_CART', message: 'x' }, 'Course already exist in cart'],
    [{ errorCode: 'BATCH_FULL', message: 'No seats are left.' }, 'No seats are left.'],
    [{ errorCode: 'BATCH_FULL', message: null }, 'Failed to add to cart.'],
    [{ errorCode: 'BATCH_FULL', message: '' }, 'Failed to add to cart.'],
    [{ errorCode: 'PACKAGE_INCOMPLETE', message: '' }, 'Please select batches for all courses'],
    [{ errorCode: 'UNKNOWN_ERROR', message: null }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'NO_RESPONSE', message: 'No response from server' }, 'Failed to add to cart. Please try again.'],
    [{ errorCode: 'DEVICE_FULL', message: 'This device is full.' }, 'This device is full.'],
    [{ errorCode: 'PACKAGE_INCOMPLETE', message: null }, 'Please select batches for all courses'],
  ])('when adding to the cart fails with the error %o, the student sees the text: %s', (failure, text) => {
    expect(cartAddText(failure)).toBe(text);
  });
});

it('cartContents lists all courses in the cart, including those of its packages, and the packages', () => {
  const { courses, packages } = cartContents(cartOf([packageLine(), courseLine()]));
  expect([...courses].sort()).toEqual([401, 402, 408]);
  expect([...packages]).toEqual([801]);
});
