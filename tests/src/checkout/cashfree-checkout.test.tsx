import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openCashfree } from '../../../src/checkout/payment/cashfree-checkout.ts';

const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>('script[src="https://sdk.cashfree.com/js/v3/cashfree.js"]'),
];

async function addedScript(): Promise<HTMLScriptElement> {
  await waitFor(() => expect(scripts()).toHaveLength(1));
  const [script] = scripts();
  if (!script) throw new Error('no script');
  return script;
}

// Test all attempts in one test, because Cashfree's package remembers the outcome of its first attempt.
it('opening the Cashfree payment page fails when its script is slow, broken or blocked, and each try loads the script again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const timedOut = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  const slow = await addedScript();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await timedOut).toBe('the payment script took too long');
  vi.useRealTimers();
  slow.remove();

  const blocked = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  (await addedScript()).dispatchEvent(new Event('error'));
  expect(await blocked).toBe('the payment script could not be loaded');

  const wrongScript = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  const empty = await addedScript();
  empty.dispatchEvent(new Event('load'));
  expect(await wrongScript).toBe('the payment script did not load Cashfree');
  empty.remove();

  const opened = openCashfree('sandbox', 'session_a');
  const script = await addedScript();
  const checkout = vi.fn(async () => ({ redirect: true }));
  Reflect.set(window, 'Cashfree', () => ({ checkout }));
  script.dispatchEvent(new Event('load'));
  expect(await opened).toBe(false);
  expect(checkout).toHaveBeenCalledOnce();
});
