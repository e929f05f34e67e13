import { createContext, useContext } from 'react';
import type { CheckoutEvent } from '../../machines/checkout.context.ts';
import type { CheckoutState } from './checkout-screen.ts';

export type Checkout = {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  studentId: string;
  isOnline: boolean;
  /** The error of the last attempt to save the student's details; null if it succeeded or there was none. */
  saveFailure: unknown;
  /**
   * False while an order of the student may be without a response. No screen may then say that nothing was ordered,
   * because such an order may have been placed.
   */
  isNothingOrdered: boolean;
};

export const CheckoutContext = createContext<Checkout | null>(null);

/** The checkout state that the three screens share. @throws Error outside `CheckoutProvider` */
export function useCheckout(): Checkout {
  const checkout = useContext(CheckoutContext);
  if (!checkout) throw new Error('useCheckout must be used inside CheckoutProvider');
  return checkout;
}
