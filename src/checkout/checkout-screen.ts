import type { SnapshotFrom } from 'xstate';
import { paths } from '../../contract/pages.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';
import type { CheckoutEvent } from '../../machines/checkout.types.ts';

export type CheckoutState = SnapshotFrom<typeof checkoutMachine>;

/** One of the three screens of checkout; `attemptId` is the confirmation's whole id. */
export type CheckoutScreen = { stage: 'information' | 'review' } | { stage: 'returning'; attemptId: string };

/** Name of a state without its parts: `editingInformation`. */
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

/** The screen at an address; null where checkout has none. */
export function screenAt(pathname: string): CheckoutScreen | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.checkoutInformation) return { stage: 'information' };
  if (path === paths.checkoutReview) return { stage: 'review' };
  const confirmation = `${paths.checkoutConfirmation}/`;
  return path.startsWith(confirmation) ? { stage: 'returning', attemptId: path.slice(confirmation.length) } : null;
}

const follow: Record<'information' | 'review', CheckoutEvent[]> = {
  information: [{ type: 'information.open' }],
  review: [{ type: 'information.proceed' }, { type: 'payment.again' }],
};

/** The event by which the machine follows a student who went to another screen by Back or a link; null where none does. */
export function eventTowards(state: CheckoutState, screen: CheckoutScreen): CheckoutEvent | null {
  if (screen.stage === 'returning') return null;
  return follow[screen.stage].find((event) => state.can(event)) ?? null;
}
