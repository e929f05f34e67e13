import { load } from '@cashfreepayments/cashfree-js';

const scriptUrl = 'https://sdk.cashfree.com/js/v3/cashfree.js';
/**
 * Give up loading the payment provider's script after this many milliseconds: connections at sea are slow, but the
 * student is waiting.
 */
const scriptTimeoutMs = 30_000;

/**
 * Result of the payment provider's script. `paymentDetails` means that the student has finished on the payment page,
 * not that the payment succeeded.
 */
type CheckoutOutcome = { error?: { message?: string }; redirect?: boolean; paymentDetails?: object };
export type Cashfree = {
  checkout(options: { paymentSessionId: string; redirectTarget: '_self' }): Promise<CheckoutOutcome>;
};
type CashfreeFactory = (options: { mode: 'sandbox' | 'production' }) => Cashfree;

declare global {
  interface Window {
    Cashfree?: CashfreeFactory;
  }
}

let hasFailed = false;

/**
 * Loads Cashfree's script without Cashfree's npm package, which never retries after a failure. On a slow connection a
 * retry may succeed.
 */
function retryScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the payment script could not be loaded'));
    };
    document.head.append(script);
  });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the payment script took too long')), scriptTimeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

async function loadCashfree(mode: 'sandbox' | 'production'): Promise<Cashfree> {
  const start = async () => {
    if (!hasFailed) return load({ mode });
    if (!window.Cashfree) await retryScript();
    return window.Cashfree?.({ mode }) ?? null;
  };
  const cashfree = await withTimeout(start()).catch((error: unknown) => {
    hasFailed = true;
    throw error;
  });
  if (!cashfree) throw new Error('the payment script did not load Cashfree');
  return cashfree;
}

/**
 * Opens Cashfree's payment page in place of this page. Resolves to false if the browser navigates to the payment page.
 * Resolves to true if this page stays open and the payment has to be checked: the student has finished, or Cashfree's
 * script has refused the payment session. Rejects if the script cannot be loaded.
 */
export async function openCashfree(mode: 'sandbox' | 'production', paymentSessionId: string): Promise<boolean> {
  const cashfree = await loadCashfree(mode);
  const outcome = await cashfree.checkout({ paymentSessionId, redirectTarget: '_self' });
  return outcome?.error !== undefined || outcome?.paymentDetails !== undefined;
}
