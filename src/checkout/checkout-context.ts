import { createContext, useContext } from 'react';
import type { Quote } from '../../contract/orders.ts';
import type { CheckoutEvent } from '../../machines/checkout.types.ts';
import type { CheckoutState } from './checkout-screen.ts';

export type Checkout = {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  studentId: string;
  isOnline: boolean;
  /** Why the details were not saved at the last try; null where they were. */
  saveFailure: unknown;
  /** The order as the student saw it before the app was closed, until the cart of now was held against it; else null. */
  seenBefore: { current: Quote | null };
};

export const CheckoutContext = createContext<Checkout | null>(null);

/** The checkout that the three screens share. @throws Error outside of `CheckoutProvider` */
export function useCheckout(): Checkout {
  const checkout = useContext(CheckoutContext);
  if (!checkout) throw new Error('This screen stands outside of a checkout');
  return checkout;
}
