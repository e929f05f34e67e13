/** The package `@cashfreepayments/cashfree-js` has no types of its own. */
declare module '@cashfreepayments/cashfree-js' {
  import type { Cashfree } from './cashfree-checkout.ts';
  /** Loads Cashfree's script. Resolves to null outside a browser; rejects if the script cannot be loaded. */
  export function load(options: { mode: 'sandbox' | 'production' }): Promise<Cashfree | null>;
}
