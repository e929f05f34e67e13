import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkoutVersion } from '../../../machines/checkout.types.ts';
import { untilKept } from '../../../src/checkout/kept-checkout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A device on which the checkout stands in these states, one a look. */
function device(...states: string[]) {
  const record = (value: string) => ({
    machine: 'checkout',
    version: checkoutVersion,
    stage: 'review',
    state: { status: 'active', value, context: {} },
  });
  const getItem = vi.fn(async () => {
    const value = states.length > 1 ? states.shift() : states[0];
    return value && JSON.stringify({ state: { data: record(value) } });
  });
  return { getItem };
}

const unpaid = { studentId: 'asha', standing: 'unpaid' } as const;

it('waits until the device knows that the payment page is being opened', async () => {
  const storage = device('creatingOrder', 'creatingOrder', 'redirecting');
  let isKept = false;
  void untilKept(storage, unpaid).then(() => {
    isKept = true;
  });
  await vi.advanceTimersByTimeAsync(25);
  expect(isKept).toBe(false);
  await vi.advanceTimersByTimeAsync(25);
  expect(isKept).toBe(true);
  expect(storage.getItem).toHaveBeenCalledTimes(3);
});

it.each([
  ['keeps nothing', () => device()],
  ['does not answer', () => ({ getItem: () => Promise.reject(new Error('closed')) })],
])('keeps nobody from paying where the device %s', async (_, open) => {
  let isOver = false;
  void untilKept(open(), unpaid).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(600);
  expect(isOver).toBe(true);
});
