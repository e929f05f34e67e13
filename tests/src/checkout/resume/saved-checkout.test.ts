import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  type CompareInput,
  type CompareOutput,
  checkoutVersion,
  type ProfileOutput,
} from '../../../../machines/checkout.context.ts';
import { checkoutMachine } from '../../../../machines/checkout.machine.ts';
import { cartChanges, quoteOf } from '../../../../machines/order-quote.ts';
import {
  machineId,
  readSavedCheckout,
  restoreCheckout,
  saveCheckout,
} from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { cart, line, studentId } from '../orders.ts';

const flow = checkoutMachine.provide({
  actors: {
    compareCart: fromPromise<CompareOutput>(async () => ({ changes: [] })) as never,
    loadProfile: fromPromise<ProfileOutput>(async () => ({ missing: [] })) as never,
  },
});
const dearer = cart({ items: [line({ price: { main: 6000 } })], totals: { subtotal: 6000, discount: 0, total: 6000 } });

/** The saved state of a checkout that waits for the connection. */
function waitingState(): object {
  const actor = createActor(flow, { input: { screen: 'review', isOnline: false } }).start();
  expect(actor.getSnapshot().matches({ review: 'waitingAtReview' })).toBe(true);
  return JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
}

const record = (change: object = {}) => ({
  machine: 'checkout',
  version: checkoutVersion,
  stage: 'review',
  state: waitingState(),
  ...change,
});

describe('a saved checkout', () => {
  it('a saved checkout is restored in the state in which it was saved', async () => {
    const snapshot = restoreCheckout(record(), 'review', 2);
    const actor = createActor(flow, {
      input: { screen: 'review', isOnline: true },
      ...(snapshot ? { snapshot } : {}),
    }).start();
    expect(actor.getSnapshot().matches({ review: 'waitingAtReview' })).toBe(true);
    actor.send({ type: 'connection.change', isOnline: true });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ review: 'askingAtReview' });
  });

  it.each([
    ['of another version', record({ version: checkoutVersion + 1 })],
    ['of another state machine', record({ machine: 'login' })],
    ['of another screen', record({ stage: 'information' })],
    ['that has finished', record({ state: { status: 'done' } })],
    ['that cannot be read', 'not a checkout'],
    ['that is missing', null],
  ])('a saved checkout that cannot be restored on this screen is ignored: a checkout %s', (_, saved) => {
    expect(restoreCheckout(saved, 'review', 2)).toBeUndefined();
  });

  it('student details that were being saved when the page closed are restored as not saved, and are not sent again', () => {
    const state = {
      ...{ status: 'active', value: { information: 'savingProfile' }, context: { draft: { last_name: 'Nair' } } },
      children: { saveProfile: {}, clock: {} },
    };
    const saved = record({ stage: 'information', state, keptAt: 5 });
    expect(restoreCheckout(saved, 'information', 4)).toMatchObject({ value: { information: 'savingProfile' } });
    expect(restoreCheckout(saved, 'information', 6)).toEqual({
      ...state,
      value: { information: { editingInformation: 'profileNotSaved' } },
      children: { clock: {} },
      context: { ...state.context, quote: null, seenBefore: null },
    });
  });

  it('the constant machineId, which is stored with a saved checkout, is the id of the checkout state machine', () => {
    expect(machineId).toBe(checkoutMachine.id);
  });

  it.each([
    ['the review page that was saved before this page opened', 'reviewing', 6, true],
    ['the review page that this page saved', 'reviewing', 5, false],
    ['a state after the comparison with the cart', 'confirmingClashes', 6, false],
  ])(
    'only a review page saved by an earlier page is compared with the cart on restore: %s (state %s, saved at 5, page opened at %i): %s',
    (_, value, pageLoadedAt, isCompared) => {
      const seen = quoteOf(cart());
      const state = { ...waitingState(), value: { review: value } };
      const restored = restoreCheckout(record({ state, seen, keptAt: 5 }), 'review', pageLoadedAt);
      expect(restored).toMatchObject({ context: { seenBefore: isCompared ? seen : null } });
      expect(restoreCheckout(record({ state }), 'review', 6)).toMatchObject({ context: { seenBefore: null } });
    },
  );
});

describe('a saved state that may be outdated', () => {
  const compareWithDearer = fromPromise<CompareOutput, CompareInput>(async ({ input: { quote } }) => ({
    changes: cartChanges(quote, dearer, { carts: [] }),
  }));
  const dearerFlow = flow.provide({ actors: { compareCart: compareWithDearer as never } });
  const restored = (stage: 'information' | 'review', state: object) => {
    const snapshot = restoreCheckout(record({ stage, state, seen: quoteOf(cart()), keptAt: 5 }), stage, 6);
    if (!snapshot) throw new Error('The checkout was not restored');
    return createActor(dearerFlow, { input: { screen: stage, isOnline: true }, snapshot }).start();
  };

  it('a restored details page of checkout checks again which details are missing, because some may have been added elsewhere', async () => {
    const { context } = waitingState() as { context: object };
    const value = { information: 'confirmingInformation' };
    const actor = restored('information', { ...waitingState(), value, context: { ...context, missing: ['dob'] } });
    expect(actor.getSnapshot()).toMatchObject({ value: { information: 'loadingProfile' }, context: { missing: null } });
    await expect.poll(() => actor.getSnapshot().value).toEqual(value);
    expect(actor.getSnapshot().can({ type: 'information.proceed' })).toBe(true);
  });

  it.each([
    ['information', 'askingAtInformation', 'comparingAtInformation', 'askingAtInformation'],
    ['review', 'askingAtReview', 'comparingAtReview', 'cartChanged'],
  ] as const)(
    'a checkout restored on the screen “%s” in the state %s compares the cart again, because prices may have changed meanwhile',
    async (stage, asking, comparing, next) => {
      const { context } = waitingState() as { context: object };
      const saved = { ...context, quote: quoteOf(cart()), changes: [] };
      const actor = restored(stage, { ...waitingState(), value: { [stage]: asking }, context: saved });
      expect(actor.getSnapshot()).toMatchObject({ value: { [stage]: comparing }, context: { changes: null } });
      await expect.poll(() => actor.getSnapshot().value).toEqual({ [stage]: next });
      expect(actor.getSnapshot().context.changes).toContainEqual({ kind: 'total', was: 5000, now: 6000 });
    },
  );

  it.each(['waitingAtReview', 'comparingAtReview', 'askingAtReview'])(
    'a checkout that began without a loaded cart and is restored in the state %s compares the cart with the order last shown',
    async (name) => {
      const { context } = waitingState() as { context: object };
      const saved = { ...waitingState(), value: { review: name }, context: { ...context, quote: null } };
      const actor = restored('review', saved);
      actor.send({ type: 'connection.change', isOnline: true });
      await expect.poll(() => actor.getSnapshot().value).toEqual({ review: 'cartChanged' });
      expect(actor.getSnapshot().context.changes).toContainEqual({ kind: 'total', was: 5000, now: 6000 });
    },
  );

  it.each([
    ['is not shown if the cart is again as the student saw it', cart(), 'reviewing', []],
    ['is shown with the current differences', dearer, 'cartChanged', [5000, 6000]],
  ] as const)(
    'when a checkout with a changed order is restored, its changes are compared with the current cart again: the changed order %s',
    (_, now, state, prices) => {
      const { context } = waitingState() as { context: object };
      const changes = [{ kind: 'price', type: 'course', id: 7, name: 'Fire Fighting', was: 5000, now: 9000 }];
      const changed = { ...context, quote: quoteOf(cart()), changes };
      const actor = restored('review', { ...waitingState(), value: { review: 'cartChanged' }, context: changed });
      expect(actor.getSnapshot()).toMatchObject({ value: { review: 'reviewing' }, context: { changes: null } });
      actor.send({ type: 'cart.updated', cart: now, whenAdded: quoteOf(now), isFresh: true });
      expect(actor.getSnapshot().value).toEqual({ review: state });
      const price = actor.getSnapshot().context.changes?.find((change) => change.kind === 'price');
      expect(price ? [price.was, price.now] : []).toEqual(prices);
    },
  );
});

describe('saving a checkout on the device', () => {
  const key = `student:${studentId}-["checkout","${studentId}"]`;
  const progress = () => ({ stage: 'review', state: waitingState(), seen: null, savedAt: 1 }) as const;

  beforeEach(async () => {
    subject.enter(studentId);
    await saveCheckout(studentId, null);
  });

  it('saveCheckout resolves once the checkout is stored on the device, with its version and without URLs or a payment session', async () => {
    await saveCheckout(studentId, progress());
    const stored = await deviceStore.getItem(key);
    expect(JSON.parse(stored ?? '')).toMatchObject({
      buster: '1',
      state: { data: { machine: 'checkout', version: checkoutVersion } },
    });
    expect(stored).not.toMatch(/https?:|session/);
    expect(await readSavedCheckout(studentId)).toMatchObject({ status: 'waiting', savedAt: 1 });
  });

  it('a finished checkout is deleted from the device', async () => {
    await saveCheckout(studentId, progress());
    await saveCheckout(studentId, null);
    expect(await deviceStore.getItem(key)).toBeUndefined();
    expect(await readSavedCheckout(studentId)).toBeNull();
  });

  it('readSavedCheckout reads a checkout that an earlier release stored in the format of a TanStack query', async () => {
    const query = { queryKey: ['checkout', studentId], queryHash: `["checkout","${studentId}"]`, buster: '1' };
    const state = { data: record({ keptAt: 5 }), dataUpdatedAt: 5, status: 'success', fetchStatus: 'idle' };
    await deviceStore.setItem(key, JSON.stringify({ ...query, state }));
    expect(await readSavedCheckout(studentId)).toMatchObject({ status: 'waiting', savedAt: 5 });
  });

  it('a page that is still open after a sign-out does not save its checkout on the device again', async () => {
    await saveCheckout(studentId, progress());
    subject.leave();
    await deviceStore.deleteStudent(studentId);
    await saveCheckout(studentId, progress());
    expect(await deviceStore.getItem(key)).toBeUndefined();
  });
});
