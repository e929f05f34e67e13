import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkoutVersion } from '../../../../machines/checkout.context.ts';
import { waitUntilSaved } from '../../../../src/checkout/resume/saved-checkout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A device whose saved checkout is in the next of these states at each read, and stays in the last one. */
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

const unpaid = { studentId: 'asha', status: 'unpaid' } as const;

it('waitUntilSaved waits until the device has saved that the payment page is being opened', async () => {
  const storage = device('creatingOrder', 'creatingOrder', 'redirecting');
  let isSaved = false;
  void waitUntilSaved(storage, unpaid).then(() => {
    isSaved = true;
  });
  await vi.advanceTimersByTimeAsync(25);
  expect(isSaved).toBe(false);
  await vi.advanceTimersByTimeAsync(25);
  expect(isSaved).toBe(true);
  expect(storage.getItem).toHaveBeenCalledTimes(3);
});

it.each([
  ['saves nothing', () => device()],
  ['cannot be read', () => ({ getItem: () => Promise.reject(new Error('closed')) })],
])('waitUntilSaved gives up after half a second when the device %s', async (_, open) => {
  let hasGivenUp = false;
  void waitUntilSaved(open(), unpaid).then(() => {
    hasGivenUp = true;
  });
  await vi.advanceTimersByTimeAsync(600);
  expect(hasGivenUp).toBe(true);
});
