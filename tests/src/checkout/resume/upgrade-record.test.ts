import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { OrderOutcome, OrderRequest } from '../../../../machines/checkout.context.ts';
import { checkoutMachine } from '../../../../machines/checkout.machine.ts';
import { readSavedCheckout, restoreCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';

const quote = { total: 12_500, items: [{ type: 'course', id: 7, price: 12_500, batch_ids: [71] }] };
const attempt = { orderId: 'LF-2026-000123', attemptId: 'LF-2026-000123-1' };
const request = { key: 'key-1', quote, termsVersion: '2026-01' };
const children = {
  creatingOrder: {
    createOrder: { snapshot: { status: 'active', input: request }, src: 'createOrder', syncSnapshot: false },
  },
  redirecting: {
    openPayment: {
      snapshot: { status: 'active', input: { attemptId: attempt.attemptId } },
      src: 'openPayment',
      syncSnapshot: false,
    },
  },
};

/** The record that version 2 of the checkout machine saved in this state. */
function savedByVersion2(
  value: unknown,
  { stage = 'review', context = {} }: { stage?: string; context?: object } = {},
) {
  const empty = {
    missing: null,
    draft: {},
    draftKey: '',
    changes: null,
    lineChange: null,
    lineKey: '',
    lineFailure: null,
  };
  const state = {
    status: 'active',
    value,
    historyValue: {},
    context: {
      ...{
        stage,
        isOnline: true,
        ...empty,
        refusal: null,
        orderId: null,
        attemptId: null,
        nextCheckAt: null,
        order: null,
      },
      ...{ ...request, ...context },
    },
    children: typeof value === 'string' && value in children ? children[value as keyof typeof children] : {},
  };
  return { machine: 'checkout', version: 2, stage, state, seen: null, keptAt: 1 };
}

/** Continues a saved checkout and returns the orders and payment attempts that it sends. */
function resume(record: unknown, stage: 'information' | 'review' = 'review') {
  const order = vi.fn(async (_: OrderRequest): Promise<OrderOutcome> => ({ kind: 'opened', ...attempt }));
  const open = vi.fn(async (_: string) => Promise.reject(new Error('no payment page in memory')));
  const flow = checkoutMachine.provide({
    actors: {
      createOrder: fromPromise(({ input }) => order(input)),
      openPayment: fromPromise(({ input }) => open(input.attemptId)),
    },
  });
  const snapshot = restoreCheckout(record, stage, 2);
  if (!snapshot) throw new Error('the saved checkout was dropped');
  const actor = createActor(flow, { input: { screen: stage, isOnline: true }, snapshot }).start();
  return { actor, order, open, state: () => actor.getSnapshot().value };
}

it.each(['creatingOrder', 'orderUnanswered'])(
  'a checkout saved in format version 2 and state %s sends its order with the saved idempotency key',
  async (value) => {
    const { actor, order, state } = resume(savedByVersion2(value));
    expect(state()).toEqual({ review: value });
    actor.send({ type: 'order.retry' });
    await vi.waitFor(() => expect(state()).toEqual({ review: 'paymentNotOpened' }));
    expect(order).toHaveBeenCalledExactlyOnceWith(request);
  },
);

it.each(['redirecting', 'paymentNotOpened'])(
  'a checkout saved in format version 2 and state %s can open its payment page again',
  async (value) => {
    const { actor, order, state } = resume(savedByVersion2(value, { context: attempt }));
    await vi.waitFor(() => expect(state()).toEqual({ review: 'paymentNotOpened' }));
    expect(actor.getSnapshot().context.attemptId).toBe(attempt.attemptId);
    actor.send({ type: 'payment.open', isHoldOver: false });
    await vi.waitFor(() => expect(order).toHaveBeenCalledExactlyOnceWith(request));
  },
);

it('a checkout saved in format version 2 is restored on the same screen and in the matching state of the current version', () => {
  const details = savedByVersion2('waitingForConnection', { stage: 'information' });
  expect(resume(details, 'information').state()).toEqual({ information: 'waitingAtInformation' });
  // The prices are compared again, because they may have changed since.
  expect(resume(savedByVersion2('askingToContinue')).state()).toEqual({ review: 'comparingAtReview' });
  const editing = savedByVersion2({ editingInformation: 'editing' }, { stage: 'information' });
  expect(resume(editing, 'information').state()).toEqual({ information: { editingInformation: 'editing' } });
});

it.each([
  ['creatingOrder', 'unanswered'],
  ['orderUnanswered', 'unanswered'],
  ['redirecting', 'unpaid'],
  ['paymentNotOpened', 'unpaid'],
])(
  'a checkout that version 2 saved as a TanStack query in the state %s can be read until the student signs out',
  async (value, status) => {
    const query = { queryKey: ['checkout', 'asha'], queryHash: '["checkout","asha"]', buster: '1' };
    const state = { data: savedByVersion2(value, { context: attempt }), dataUpdatedAt: 1, status: 'success' };
    await deviceStore.setItem('student:asha-["checkout","asha"]', JSON.stringify({ ...query, state }));
    expect(await readSavedCheckout('asha')).toMatchObject({ stage: 'review', status, quote });
    await deviceStore.deleteStudent('asha');
    expect(await readSavedCheckout('asha')).toBeNull();
  },
);

/** The record that version 3 of the checkout machine saved in this state of the review. */
function savedByVersion3(name: string, context: object = {}) {
  const { state, ...record } = savedByVersion2(name, { context });
  const { stage: _, ...known } = state.context as { stage?: string };
  const saved = { ...state, value: { review: name }, context: { ...known, seenBefore: null, lineNames: [] } };
  return { ...record, version: 3, state: saved };
}

it.each(['creatingOrder', 'orderUnanswered'])(
  'a checkout saved in format version 3 and state %s sends its order with the saved idempotency key',
  async (name) => {
    const { actor, order, state } = resume(savedByVersion3(name));
    expect(state()).toEqual({ review: name });
    actor.send({ type: 'order.retry' });
    await vi.waitFor(() => expect(state()).toEqual({ review: 'paymentNotOpened' }));
    expect(order).toHaveBeenCalledExactlyOnceWith(request);
  },
);

it('a checkout saved in format version 3 with its payment page not yet opened is restored with no known end of the seat hold', () => {
  const { actor, state } = resume(savedByVersion3('paymentNotOpened', attempt));
  expect(state()).toEqual({ review: 'paymentNotOpened' });
  expect(actor.getSnapshot().context).toMatchObject({ ...attempt, heldUntil: null, contactMethod: null });
});

it('a checkout that was saved in format version 1 is ignored', () => {
  expect(restoreCheckout({ ...savedByVersion2('orderUnanswered'), version: 1 }, 'review', 2)).toBeUndefined();
});
