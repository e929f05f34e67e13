/** The package comes without types. */
declare module '@cashfreepayments/cashfree-js' {
  import type { Cashfree } from './cashfree-checkout.ts';
  /** Null outside a browser; rejects where the script cannot be loaded. */
  export function load(options: { mode: 'sandbox' | 'production' }): Promise<Cashfree | null>;
}
