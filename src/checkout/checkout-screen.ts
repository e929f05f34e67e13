import { useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { paths } from '../../contract/pages.ts';
import type { CheckoutStage } from '../../machines/checkout.context.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';

export type CheckoutState = SnapshotFrom<typeof checkoutMachine>;

/**
 * One of the screens of checkout. `returning` is the confirmation page; its URL contains `attemptId`, the id of the
 * payment attempt.
 */
export type CheckoutScreen = { stage: 'start' | 'information' | 'review' } | { stage: 'returning'; attemptId: string };

type OutermostName<Value> = Value extends string ? Value : keyof Value & string;
/** The names of the states directly within the state `information` or `review` of the checkout machine. */
export type StateNameWithin<Outer extends 'information' | 'review'> = OutermostName<
  Extract<CheckoutState['value'], Record<Outer, unknown>>[Outer]
>;

/**
 * The screen of each top-level state of the checkout machine; null for a state in which the student has left checkout.
 * The machine never stays in the state `arriving`.
 */
const screens: Record<string, CheckoutStage | null> = {
  starting: 'start',
  information: 'information',
  review: 'review',
  payment: 'returning',
  confirmed: 'returning',
  refundDue: 'returning',
  abandoned: null,
} satisfies Record<Exclude<OutermostName<CheckoutState['value']>, 'arriving'>, CheckoutStage | null>;

/**
 * The name of the second-level state of the checkout machine, such as `editingInformation`, or of the top-level state
 * if that has no states within it. Deeper states are left out.
 */
export function stateName({ value }: CheckoutState): string {
  const [inner = value] = Object.values(value);
  return typeof inner === 'string' ? inner : (Object.keys(inner)[0] ?? '');
}

/** Whether checkout waits until our server can be reached again. */
export function isWaitingForConnection(state: CheckoutState): boolean {
  return state.matches({ information: 'waitingAtInformation' }) || state.matches({ review: 'waitingAtReview' });
}

/** The screen that shows a state of the checkout machine; null once the student has left checkout. */
export function screenOf({ value, context }: CheckoutState): CheckoutScreen | null {
  const stage = screens[typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')] ?? null;
  return stage === 'returning' ? { stage, attemptId: context.attemptId ?? '' } : stage && { stage };
}

const pathOfStage = { start: paths.checkout, information: paths.checkoutInformation, review: paths.checkoutReview };

export function screenPath(screen: CheckoutScreen): string {
  if (screen.stage === 'returning') return `${paths.checkoutConfirmation}/${screen.attemptId}`;
  return pathOfStage[screen.stage];
}

/** The path of the screen that shows a state of the checkout machine; the cart's path if no screen does. */
export function statePath(state: CheckoutState): string {
  const screen = screenOf(state);
  return screen ? screenPath(screen) : paths.cart;
}

/** The checkout screen with the path `pathname`; null if there is none. */
export function screenAt(pathname: string): CheckoutScreen | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.checkout) return { stage: 'start' };
  if (path === paths.checkoutInformation) return { stage: 'information' };
  if (path === paths.checkoutReview) return { stage: 'review' };
  const confirmation = `${paths.checkoutConfirmation}/`;
  return path.startsWith(confirmation) ? { stage: 'returning', attemptId: path.slice(confirmation.length) } : null;
}

/**
 * The checkout screen at this path. At a path outside checkout, returns the previous screen, because it is still shown
 * until the next page appears.
 */
export function useScreenAt(pathname: string): CheckoutScreen | null {
  const last = useRef<CheckoutScreen | null>(null);
  last.current = screenAt(pathname) ?? last.current;
  return last.current;
}
