import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { readSavedCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { settled } from '../../../machines/settled.ts';
import { openCheckout } from '../open-checkout.tsx';
import { studentId } from '../orders.ts';

/** More turns of the event loop than checkout needs to open the payment page. */
const enoughTurns = 100;

beforeEach(() => subject.enter(studentId));
afterEach(async () => {
  vi.restoreAllMocks();
  await deviceStore.deleteStudent(studentId);
});

/** Places an order. The payment pages that checkout opens are added to the returned list. */
async function placeOrder(): Promise<readonly string[]> {
  const { person, left } = await openCheckout({ at: paths.checkoutReview });
  await person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await person.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  return left;
}

it('checkout opens the payment page only once the unpaid order is saved on the device', async () => {
  const written = Promise.withResolvers<void>();
  const { setItem } = deviceStore;
  vi.spyOn(deviceStore, 'setItem').mockImplementation(async (key, text) => {
    if (text.includes('"redirecting"')) await written.promise;
    await setItem(key, text);
  });
  const left = await placeOrder();
  await waitFor(() =>
    expect(deviceStore.setItem).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('"redirecting"')),
  );
  await settled(enoughTurns);
  expect(left).toEqual([]);
  written.resolve();
  await waitFor(() => expect(left).toEqual(['https://pay.example/1']));
  expect(await readSavedCheckout(studentId)).toMatchObject({ status: 'unpaid' });
});

it('checkout opens the payment page even when the browser cannot store anything', async () => {
  vi.spyOn(deviceStore, 'setItem').mockResolvedValue();
  const left = await placeOrder();
  await waitFor(() => expect(left).toEqual(['https://pay.example/1']));
});
