import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Quote } from '../../contract/orders.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';
import { quoteOf } from '../../machines/order-quote.ts';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { watched } from '../lib/machine-log/live-machines.ts';
import { watchCritical } from '../offline/critical-work.ts';
import { deviceStore } from '../offline/saved/device-store.ts';
import { cacheOrder } from '../student/orders/order.queries.ts';
import { CheckoutContext } from './checkout-context.ts';
import { CheckoutLoading } from './checkout-loading.tsx';
import {
  type CheckoutScreen,
  type CheckoutState,
  isWaitingForConnection,
  screenAt,
  screenOf,
  screenPath,
  stateName,
  statePath,
} from './checkout-screen.ts';
import { createCheckoutFlow, onShown } from './flow/checkout-flow.ts';
import type { CheckoutFlowDeps } from './flow/run-call.ts';
import { createCheckoutSaver } from './resume/checkout-saver.ts';
import { acceptedTerms, readUnansweredOrder, restoreCheckout, useStoredCheckout } from './resume/saved-checkout.ts';

export type GoTo = (path: string, options?: { replace: boolean }) => void;

export type CheckoutProviderProps = {
  studentId: string;
  /** The screen of the current URL. */
  screen: CheckoutScreen;
  isOnline: boolean;
  goTo: GoTo;
  leaveFor: CheckoutFlowDeps['leaveFor'];
  children: ReactNode;
};

/**
 * The order as the checkout screens show it: lines, prices and dates of the cart in memory. Undefined if no cart is
 * loaded.
 */
function shownQuote(client: QueryClient, studentId: string): Quote | undefined {
  const cart = client.getQueryData(cartQueries.current(studentId).queryKey);
  return cart && quoteOf(cart);
}

type AddressSync = Pick<CheckoutProviderProps, 'studentId' | 'goTo'> & {
  actor: ActorRefFrom<typeof checkoutMachine>;
  address: string;
  onRestart: () => void;
};

/**
 * Keeps the URL and the checkout machine in step: sends the screen of the URL to the machine, then changes the URL to
 * the screen that the machine shows. A finished machine cannot change its screen. If the student then opens the start
 * of checkout, the information step or another payment, `onRestart` starts a new machine.
 * `goTo` and `onRestart` must be stable functions, because the effect runs again when one of them changes.
 */
function useSyncAddress({ actor, address, studentId, goTo, onRestart }: AddressSync): void {
  const client = useQueryClient();
  useEffect(() => {
    const screen = screenAt(address);
    if (!screen) return;
    let lastPath = address;
    const { stage, ...attempt } = screen;
    // The URL that starts checkout gets no history entry of its own, so that Back leads from the first step to the
    // cart. Once there is a payment attempt, no screen gets a new history entry: each replaces the one before.
    const follow = (state: CheckoutState, replace = state.context.attemptId !== null || stage === 'start') => {
      const path = statePath(state);
      if (path !== lastPath) goTo(path, { replace });
      lastPath = path;
    };
    if (actor.getSnapshot().status === 'active')
      actor.send({ type: 'screen.requested', screen: stage, ...attempt, quote: shownQuote(client, studentId) });
    const state = actor.getSnapshot();
    if (state.status === 'done' && stage !== 'review' && statePath(state) !== address) return onRestart();
    follow(state, true);
    const subscription = actor.subscribe((next) => follow(next));
    return () => subscription.unsubscribe();
  }, [actor, address, client, studentId, goTo, onRestart]);
}

/** Once the payment of the order is settled, stores the order in the cached list of orders and reloads the cart. */
function useStoreSettledOrder(state: CheckoutState, studentId: string): void {
  const client = useQueryClient();
  const order = state.status === 'done' ? state.context.order : null;
  useEffect(() => {
    if (!order) return;
    void cacheOrder(client, studentId, order);
    void client.invalidateQueries({ queryKey: cartQueries.all() });
  }, [order, client, studentId]);
}

type OrderReturn = Pick<CheckoutProviderProps, 'studentId'> & {
  actor: ActorRefFrom<typeof checkoutMachine>;
  stage: CheckoutScreen['stage'];
  isWaiting: boolean;
  onRestart: (record: unknown) => void;
};

/**
 * Looks on the device for an order that was sent but got no response. If there is one, restarts checkout from it,
 * because the order may have been placed. Another tab may send an order at any time, so this looks again at each screen
 * before the payment, and when checkout starts to wait for the connection.
 * Returns true if there is certainly no such order. Returns false until the device has been read, and if the browser
 * cannot use its storage.
 */
function useReturnToUnansweredOrder({ actor, studentId, stage, isWaiting, onRestart }: OrderReturn): boolean {
  const [searchedAt, setSearchedAt] = useState<string | null>(null);
  const place = `${stage} ${isWaiting}`;
  useEffect(() => {
    let isCurrent = stage !== 'returning';
    const lookUp = async () => {
      const unanswered = await readUnansweredOrder(studentId);
      if (!isCurrent) return;
      const isShown = ['creatingOrder', 'orderUnanswered'].includes(stateName(actor.getSnapshot()));
      if (unanswered && !isShown) onRestart(unanswered.record);
      else if (!unanswered && !deviceStore.isRefused) setSearchedAt(place);
    };
    if (isCurrent) void lookUp();
    return () => {
      isCurrent = false;
    };
  }, [actor, studentId, stage, place, onRestart]);
  return searchedAt === place;
}

type RunningProps = CheckoutProviderProps & { record: unknown; onRestart: (record?: unknown) => void };

function RunningCheckout(props: RunningProps) {
  const { studentId, screen, isOnline, goTo, leaveFor, children, record, onRestart } = props;
  const client = useQueryClient();
  const [saveFailure, setSaveFailure] = useState<unknown>(null);
  const save = useRef(async () => {});
  const [saveState] = useState(() => createCheckoutSaver(studentId));
  const [flow] = useState(() =>
    createCheckoutFlow({
      client,
      studentId,
      now: Date.now,
      onShown,
      origin: location.origin,
      async leaveFor(url, signal) {
        // Save the state before opening the payment page. Otherwise the saved state would still be “placing the order”,
        // and checkout would open the payment page again when the student came back.
        await save.current();
        signal.throwIfAborted();
        await leaveFor(url, signal);
      },
      onSignedOut: () => void client.invalidateQueries({ queryKey: sessionQueries.all() }),
      onSaveFailure: setSaveFailure,
    }),
  );
  const [actorOptions] = useState(() => {
    const snapshot = restoreCheckout(record, screen.stage, performance.timeOrigin);
    const { stage, ...attempt } = screen;
    const termsVersion = stage === 'returning' ? acceptedTerms(record) : undefined;
    const input = { screen: stage, ...attempt, isOnline, quote: shownQuote(client, studentId), termsVersion };
    return snapshot ? { input, snapshot } : { input };
  });
  const [state, send, actor] = useMachine(flow, { ...actorOptions, ...watched });

  useEffect(() => watchCritical(actor), [actor]);
  useEffect(() => send({ type: 'connection.change', isOnline }), [isOnline, send]);
  save.current = () => {
    const now = actor.getSnapshot();
    const stage = screenOf(now)?.stage;
    const isOver = now.status !== 'active' || !stage || stage === 'start' || stage === 'returning';
    const seen = shownQuote(client, studentId) ?? null;
    const progress = { stage: stage ?? 'review', state: actor.getPersistedSnapshot(), seen, savedAt: Date.now() };
    const settled = now.status === 'done' ? now.context.order : null;
    return saveState({ stateName: stateName(now), progress: isOver ? null : progress, settled });
  };
  // Save the checkout on the device whenever its state changes, so that the student can close the app and continue
  // later.
  useEffect(() => {
    const subscription = actor.subscribe(() => void save.current());
    void save.current();
    return () => subscription.unsubscribe();
  }, [actor]);
  useStoreSettledOrder(state, studentId);
  useSyncAddress({ actor, address: screenPath(screen), studentId, goTo, onRestart });
  const order = { actor, studentId, stage: screen.stage, isWaiting: isWaitingForConnection(state), onRestart };
  const isNothingOrdered = useReturnToUnansweredOrder(order);

  const checkout = { state, send, studentId, isOnline, saveFailure, isNothingOrdered };
  return <CheckoutContext value={checkout}>{children}</CheckoutContext>;
}

/** Runs one checkout across its three screens, continuing one that was saved before the app was closed. */
export function CheckoutProvider(props: CheckoutProviderProps) {
  const record = useStoredCheckout(props.studentId);
  // Read the saved checkout only when the page opens, because from then on this page itself saves it. A restarted
  // checkout begins empty, or with an order that got no response.
  const [run, setRun] = useState<{ record: unknown; restarts: number } | null>(null);
  const restart = useCallback(
    (next: unknown = null) => setRun((last) => ({ record: next, restarts: (last?.restarts ?? 0) + 1 })),
    [],
  );
  if (!run) {
    if (record === undefined) return <CheckoutLoading />;
    setRun({ record, restarts: 0 });
    return <CheckoutLoading />;
  }
  return <RunningCheckout key={run.restarts} {...props} record={run.record} onRestart={restart} />;
}
