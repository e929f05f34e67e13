import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../contract/pages.ts';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { watched } from '../lib/machine-log/live-machines.ts';
import { watchCritical } from '../offline/critical-work.ts';
import { cacheOrder } from '../student/orders/order.queries.ts';
import { type Checkout, CheckoutContext } from './checkout-context.ts';
import { CheckoutLoading } from './checkout-loading.tsx';
import { type CheckoutScreen, type CheckoutState, eventTowards, screenOf, screenPath } from './checkout-screen.ts';
import { createCheckoutFlow } from './flow/checkout-flow.ts';
import type { CheckoutFlowDeps } from './flow/run-call.ts';
import { quoteOf } from './order-changes/quote.ts';
import { quoteSeenBefore, restoreCheckout, saveCheckout, useStoredCheckout } from './resume/saved-checkout.ts';

export type GoTo = (path: string, options?: { replace: boolean }) => void;

export type CheckoutProviderProps = {
  studentId: string;
  /** The screen of the current address. */
  screen: CheckoutScreen;
  isOnline: boolean;
  goTo: GoTo;
  leaveFor: CheckoutFlowDeps['leaveFor'];
  children: ReactNode;
};

type ScreenSync = Pick<CheckoutProviderProps, 'screen' | 'goTo'> & {
  state: CheckoutState;
  send: Checkout['send'];
  onRestart: () => void;
};

/** Synchronises the address with the machine: when one of them changes, the other follows. */
function useSyncScreenAndAddress({ state, send, screen, goTo, onRestart }: ScreenSync): void {
  const machineScreen = screenOf(state);
  const address = screenPath(screen);
  const machineAddress = machineScreen ? screenPath(machineScreen) : paths.cart;
  const lastAddress = useRef(address);

  const latest = useRef({ state, send, screen, goTo, onRestart });
  latest.current = { state, send, screen, goTo, onRestart };

  useEffect(() => {
    const isMovedByStudent = lastAddress.current !== address;
    lastAddress.current = address;
    if (address === machineAddress) return;
    const now = latest.current;
    const event = isMovedByStudent ? eventTowards(now.state, now.screen) : null;
    // The machine's screen wins if the machine moved, if a payment is in progress, or if the review is not allowed yet.
    // Otherwise checkout starts again on the screen that the student opened.
    const machineWins = !isMovedByStudent || now.state.hasTag('critical') || now.screen.stage === 'review';
    if (event) now.send(event);
    else if (machineWins)
      now.goTo(machineAddress, { replace: isMovedByStudent || now.state.context.attemptId !== null });
    else now.onRestart();
  }, [address, machineAddress]);
}

/** Once the order is settled, stores it in the list of orders and reloads the cart. */
function useStoreSettledOrder(state: CheckoutState, studentId: string): void {
  const client = useQueryClient();
  const order = state.status === 'done' ? state.context.order : null;
  useEffect(() => {
    if (!order) return;
    void cacheOrder(client, studentId, order);
    void client.invalidateQueries({ queryKey: cartQueries.all() });
  }, [order, client, studentId]);
}

type RunningProps = CheckoutProviderProps & { record: unknown; onRestart: () => void };

function RunningCheckout(props: RunningProps) {
  const { studentId, screen, isOnline, goTo, leaveFor, children, record, onRestart } = props;
  const client = useQueryClient();
  const [saveFailure, setSaveFailure] = useState<unknown>(null);
  const save = useRef(async () => {});
  const [flow] = useState(() =>
    createCheckoutFlow({
      client,
      studentId,
      now: Date.now,
      origin: location.origin,
      async leaveFor(url, signal) {
        // A student who came back to an order that is still being placed would be sent to the payment page again.
        await save.current();
        signal.throwIfAborted();
        await leaveFor(url, signal);
      },
      onSignedOut: () => void client.invalidateQueries({ queryKey: sessionQueries.all() }),
      onSaveFailure: setSaveFailure,
    }),
  );
  const [actorOptions] = useState(() => {
    const cart = client.getQueryData(cartQueries.current(studentId).queryKey);
    const snapshot = restoreCheckout(record, screen.stage);
    const input = {
      at: screen.stage,
      isOnline,
      attemptId: screen.stage === 'returning' ? screen.attemptId : undefined,
      quote: cart ? quoteOf(cart) : undefined,
    };
    return snapshot ? { input, snapshot } : { input };
  });
  const seenBefore = useRef('snapshot' in actorOptions ? quoteSeenBefore(record, performance.timeOrigin) : null);
  const [state, send, actor] = useMachine(flow, { ...actorOptions, ...watched });

  useEffect(() => watchCritical(actor), [actor]);
  useEffect(() => send({ type: 'connection.change', isOnline }), [isOnline, send]);
  save.current = () => {
    const now = actor.getSnapshot();
    const stage = screenOf(now)?.stage;
    const isOver = now.status !== 'active' || !stage || stage === 'returning';
    const cart = client.getQueryData(cartQueries.current(studentId).queryKey);
    const seen = cart ? quoteOf(cart) : null;
    const progress = { stage: stage ?? 'review', state: actor.getPersistedSnapshot(), seen, keptAt: Date.now() };
    return saveCheckout(studentId, isOver ? null : progress);
  };
  // Saves every state on the device, so that a closed app can continue here.
  useEffect(() => {
    const subscription = actor.subscribe(() => void save.current());
    void save.current();
    return () => subscription.unsubscribe();
  }, [actor]);
  useStoreSettledOrder(state, studentId);
  useSyncScreenAndAddress({ state, send, screen, goTo, onRestart });

  const checkout = { state, send, studentId, isOnline, saveFailure, seenBefore };
  return <CheckoutContext value={checkout}>{children}</CheckoutContext>;
}

/** Runs one checkout across its three screens, continuing one that was saved before the app was closed. */
export function CheckoutProvider(props: CheckoutProviderProps) {
  const record = useStoredCheckout(props.studentId);
  // Only the record that was saved before this page opened counts, so it is read once. A restart begins without it.
  const [run, setRun] = useState<{ record: unknown; restarts: number } | null>(null);
  if (!run) {
    if (record === undefined) return <CheckoutLoading />;
    setRun({ record, restarts: 0 });
    return <CheckoutLoading />;
  }
  const restart = () => setRun({ record: null, restarts: run.restarts + 1 });
  return <RunningCheckout key={run.restarts} {...props} record={run.record} onRestart={restart} />;
}
