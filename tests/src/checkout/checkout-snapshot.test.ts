import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { checkoutMachine } from '../../../machines/checkout.machine.ts';
import { type CompareOutput, checkoutVersion } from '../../../machines/checkout.types.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import {
  checkoutSnapshotQuery,
  keepCheckout,
  machineId,
  restoredCheckout,
  seenBefore,
} from '../../../src/checkout/checkout-snapshot.ts';
import { quoteOf } from '../../../src/checkout/quote.ts';
import { answeringApi } from '../../support/answers.ts';
import { cart, studentId } from './orders.ts';

const flow = checkoutMachine.provide({
  actors: { compareCart: fromPromise<CompareOutput>(async () => ({ changes: [] })) as never },
});

/** A checkout that waits for the connection, as the device keeps it. */
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

describe('a kept checkout', () => {
  it('goes on where it was', async () => {
    const snapshot = restoredCheckout(record(), 'review');
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
    ['that has ended', record({ state: { status: 'done' } })],
    ['that cannot be read', 'scrap'],
    ['that is not there', null],
  ])('is dropped: one %s', (_, kept) => {
    expect(restoredCheckout(kept, 'review')).toBeUndefined();
  });

  it('is kept under the id of its machine, which pages without a checkout do not load', () => {
    expect(machineId).toBe(checkoutMachine.id);
  });

  it('tells what the student saw to who opens the app again, and to nobody who never closed it', () => {
    const quote = quoteOf(cart());
    const stored = { machine: 'checkout', version: checkoutVersion, stage: 'review', state: waitingState() };
    expect(seenBefore({ ...stored, seen: quote, keptAt: 5 }, 6)).toEqual(quote);
    expect(seenBefore({ ...stored, seen: quote, keptAt: 6 }, 6)).toBeNull();
    expect(seenBefore(stored, 6)).toBeNull();
  });

  it('is stored under the student with machine and version', async () => {
    const client = createQueryClient(answeringApi({}).api);
    keepCheckout(client, studentId, { stage: 'review', state: waitingState(), seen: null, keptAt: 1 });
    const { queryKey, meta } = checkoutSnapshotQuery(studentId);
    expect(client.getQueryData(queryKey)).toMatchObject({ machine: 'checkout', version: checkoutVersion });
    expect(meta).toEqual({ persist: 'student' });
    expect(JSON.stringify(client.getQueryData(queryKey))).not.toMatch(/https?:|session/);
  });
});
