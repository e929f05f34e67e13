import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type CompareOutput, checkoutVersion } from '../../../../machines/checkout.context.ts';
import { checkoutMachine } from '../../../../machines/checkout.machine.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { quoteOf } from '../../../../src/checkout/order-changes/quote.ts';
import {
  checkoutSnapshotQuery,
  machineId,
  quoteSeenBefore,
  restoreCheckout,
  saveCheckout,
} from '../../../../src/checkout/resume/saved-checkout.ts';
import { answeringApi } from '../../../support/answers.ts';
import { cart, studentId } from '../orders.ts';

const flow = checkoutMachine.provide({
  actors: { compareCart: fromPromise<CompareOutput>(async () => ({ changes: [] })) as never },
});

/** The saved state of a checkout that waits for the connection. */
function waitingState(): object {
  const actor = createActor(flow, { input: { at: 'review', isOnline: false } }).start();
  expect(actor.getSnapshot().matches('waitingForConnection')).toBe(true);
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
  it('a saved checkout continues in the state in which it was saved', async () => {
    const snapshot = restoreCheckout(record(), 'review');
    const actor = createActor(flow, {
      input: { at: 'review', isOnline: true },
      ...(snapshot ? { snapshot } : {}),
    }).start();
    expect(actor.getSnapshot().matches('waitingForConnection')).toBe(true);
    actor.send({ type: 'connection.change', isOnline: true });
    await expect.poll(() => actor.getSnapshot().value).toBe('askingToContinue');
  });

  it.each([
    ['of another version', record({ version: checkoutVersion + 1 })],
    ['of another machine', record({ machine: 'login' })],
    ['of another screen', record({ stage: 'information' })],
    ['that has finished', record({ state: { status: 'done' } })],
    ['that cannot be read', 'not a checkout'],
    ['that is missing', null],
  ])('a saved checkout %s is ignored', (_, saved) => {
    expect(restoreCheckout(saved, 'review')).toBeUndefined();
  });

  it('the machine id of saved checkouts is the id of the checkout machine', () => {
    expect(machineId).toBe(checkoutMachine.id);
  });

  it('quoteSeenBefore returns what the student saw only if it was saved before the page opened', () => {
    const quote = quoteOf(cart());
    const stored = { machine: 'checkout', version: checkoutVersion, stage: 'review', state: waitingState() };
    expect(quoteSeenBefore({ ...stored, seen: quote, keptAt: 5 }, 6)).toEqual(quote);
    expect(quoteSeenBefore({ ...stored, seen: quote, keptAt: 6 }, 6)).toBeNull();
    expect(quoteSeenBefore(stored, 6)).toBeNull();
  });

  it('a checkout is saved for the student with machine and version, and without addresses', async () => {
    const client = createQueryClient(answeringApi({}).api);
    saveCheckout(client, studentId, { stage: 'review', state: waitingState(), seen: null, keptAt: 1 });
    const { queryKey, meta } = checkoutSnapshotQuery(studentId);
    expect(client.getQueryData(queryKey)).toMatchObject({ machine: 'checkout', version: checkoutVersion });
    expect(meta).toEqual({ persist: 'student' });
    expect(JSON.stringify(client.getQueryData(queryKey))).not.toMatch(/https?:|session/);
  });
});
