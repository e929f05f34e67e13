import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openCashfree } from '../../../src/checkout/cashfree-checkout.ts';

const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>('script[src="https://sdk.cashfree.com/js/v3/cashfree.js"]'),
];

async function theScript(): Promise<HTMLScriptElement> {
  await waitFor(() => expect(scripts()).toHaveLength(1));
  const [script] = scripts();
  if (!script) throw new Error('no script');
  return script;
}

// One student's tries, one after the other: the provider's package keeps what its first try came to.
it('fails where the script does not come or cannot be loaded, and loads it anew at every try', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const patient = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  const slow = await theScript();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await patient).toBe('the payment script took too long');
  vi.useRealTimers();
  slow.remove();

  const cut = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  (await theScript()).dispatchEvent(new Event('error'));
  expect(await cut).toBe('the payment script could not be loaded');

  const strange = openCashfree('sandbox', 'session_a').catch((error: Error) => error.message);
  const empty = await theScript();
  empty.dispatchEvent(new Event('load'));
  expect(await strange).toBe('the payment script is not what it should be');
  empty.remove();

  const third = openCashfree('sandbox', 'session_a');
  const script = await theScript();
  const checkout = vi.fn(async () => ({ redirect: true }));
  Reflect.set(window, 'Cashfree', () => ({ checkout }));
  script.dispatchEvent(new Event('load'));
  expect(await third).toBe(false);
  expect(checkout).toHaveBeenCalledOnce();
});
