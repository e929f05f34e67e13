import { useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { paths } from '../../contract/pages.ts';
import type { CheckoutEvent } from '../../machines/checkout.context.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';

export type CheckoutState = SnapshotFrom<typeof checkoutMachine>;

/** One of the three screens of checkout. `attemptId`: the id in the confirmation page's address. */
export type CheckoutScreen = { stage: 'information' | 'review' } | { stage: 'returning'; attemptId: string };

/** Name of the top-level state, without its child state: `editingInformation`. */
export function stateName({ value }: CheckoutState): string {
  return typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
}

/** The screen that a state belongs to; null once the student has left. */
export function screenOf(state: CheckoutState): CheckoutScreen | null {
  const { stage, attemptId } = state.context;
  if (state.matches('abandoned')) return null;
  const isSettling =
    state.status === 'done' ||
    state.matches('checkingPayment') ||
    state.matches('awaitingPayment') ||
    state.matches('paymentUnknown') ||
    state.matches('declined');
  if (isSettling || stage === 'returning') return { stage: 'returning', attemptId: attemptId ?? '' };
  return { stage };
}

export function screenPath(screen: CheckoutScreen): string {
  if (screen.stage === 'returning') return `${paths.checkoutConfirmation}/${screen.attemptId}`;
  return screen.stage === 'review' ? paths.checkoutReview : paths.checkoutInformation;
}

/** The checkout screen at this path; null if it is not one. */
export function screenAt(pathname: string): CheckoutScreen | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.checkoutInformation) return { stage: 'information' };
  if (path === paths.checkoutReview) return { stage: 'review' };
  const confirmation = `${paths.checkoutConfirmation}/`;
  return path.startsWith(confirmation) ? { stage: 'returning', attemptId: path.slice(confirmation.length) } : null;
}

const eventsTowards: Record<'information' | 'review', CheckoutEvent[]> = {
  information: [{ type: 'information.open' }],
  review: [{ type: 'information.proceed' }, { type: 'payment.again' }],
};

/** The event that moves the machine to the screen that the student opened with Back or a link; null if no event can. */
export function eventTowards(state: CheckoutState, screen: CheckoutScreen): CheckoutEvent | null {
  if (screen.stage === 'returning') return null;
  return eventsTowards[screen.stage].find((event) => state.can(event)) ?? null;
}

/** The checkout screen at this path. While another page is loading, the path is already that page's, so the last screen is returned. */
export function useScreenAt(pathname: string): CheckoutScreen | null {
  const last = useRef<CheckoutScreen | null>(null);
  last.current = screenAt(pathname) ?? last.current;
  return last.current;
}
