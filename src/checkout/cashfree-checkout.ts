import { load } from '@cashfreepayments/cashfree-js';

const scriptUrl = 'https://sdk.cashfree.com/js/v3/cashfree.js';
/** Longest wait for the provider's script, in milliseconds: a line at sea may be slow, but somebody waits. */
const patience = 30_000;

/** What the provider's script answers; `paymentDetails` means finished, not paid (integrations, "Payments: Cashfree"). */
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

/** The package gives up for good with its first failure; on a ship's line the second try may well succeed. */
function fetchScriptAgain(): Promise<void> {
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

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the payment script took too long')), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function loadCashfree(mode: 'sandbox' | 'production'): Promise<Cashfree> {
  const begin = async () => {
    if (!hasFailed) return load({ mode });
    if (!window.Cashfree) await fetchScriptAgain();
    return window.Cashfree?.({ mode }) ?? null;
  };
  const cashfree = await inTime(begin()).catch((error: unknown) => {
    hasFailed = true;
    throw error;
  });
  if (!cashfree) throw new Error('the payment script is not what it should be');
  return cashfree;
}

/**
 * Opens Cashfree's payment page in place of this one. True where it says that the payment is finished without leaving,
 * false where the page goes; rejects where the script cannot be loaded or refuses the session.
 */
export async function openCashfree(mode: 'sandbox' | 'production', paymentSessionId: string): Promise<boolean> {
  const cashfree = await loadCashfree(mode);
  const outcome = await cashfree.checkout({ paymentSessionId, redirectTarget: '_self' });
  if (outcome?.error) throw new Error(outcome.error.message ?? 'the payment page could not be opened');
  return outcome?.paymentDetails !== undefined;
}
