import { useRef } from 'react';
import { type CheckoutScreen, screenAt } from './checkout-screen.ts';

/** The checkout's screen at an address. While another page loads the address is that page's already: the last screen stays. */
export function useScreenAt(pathname: string): CheckoutScreen | null {
  const last = useRef<CheckoutScreen | null>(null);
  last.current = screenAt(pathname) ?? last.current;
  return last.current;
}
