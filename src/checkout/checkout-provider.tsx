import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../contract/pages.ts';
import { sessionQueries } from '../auth/session.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { watched } from '../lib/live-machines.ts';
import { watchCritical } from '../offline/critical.ts';
import { keepOrder } from '../student/orders/order.queries.ts';
import type { CheckoutFlowParts } from './checkout-call.ts';
import { type Checkout, CheckoutContext } from './checkout-context.ts';
import { createCheckoutFlow } from './checkout-flow.ts';
import { type CheckoutScreen, type CheckoutState, eventTowards, screenOf, screenPath } from './checkout-screen.ts';
import { checkoutSnapshotQuery, keepCheckout, restoredCheckout, seenBefore } from './checkout-snapshot.ts';
import { CheckoutWaiting } from './checkout-waiting.tsx';
import { quoteOf } from './quote.ts';

export type GoTo = (path: string, options?: { replace: boolean }) => void;

export type CheckoutProviderProps = {
  studentId: string;
  /** The screen that the address names. */
  screen: CheckoutScreen;
  isOnline: boolean;
  goTo: GoTo;
  leaveFor: CheckoutFlowParts['leaveFor'];
  children: ReactNode;
};

type ScreenKeeper = Pick<CheckoutProviderProps, 'screen' | 'goTo'> & {
  state: CheckoutState;
  send: Checkout['send'];
  onRestart: () => void;
};

/** Keeps address and machine together: whichever moved last, the other follows. */
function useScreenOf({ state, send, screen, goTo, onRestart }: ScreenKeeper): void {
  const target = screenOf(state);
  const here = screenPath(screen);
  const there = target ? screenPath(target) : paths.cart;
  const lastHere = useRef(here);

  const follow = useRef({ state, send, screen, goTo, onRestart });
  follow.current = { state, send, screen, goTo, onRestart };

  useEffect(() => {
    const isMovedByStudent = lastHere.current !== here;
    lastHere.current = here;
    if (here === there) return;
    const now = follow.current;
    const event = isMovedByStudent ? eventTowards(now.state, now.screen) : null;
    const isKept = !isMovedByStudent || now.state.hasTag('critical') || now.screen.stage === 'review';
    if (event) now.send(event);
    else if (isKept) now.goTo(there, { replace: isMovedByStudent || now.state.context.attemptId !== null });
    else now.onRestart();
  }, [here, there]);
}

/** What a settled order changes elsewhere: cart and orders are not what they were. */
function useSettledOrder(state: CheckoutState, studentId: string): void {
  const client = useQueryClient();
  const order = state.status === 'done' ? state.context.order : null;
  useEffect(() => {
    if (!order) return;
    void keepOrder(client, studentId, order);
    void client.invalidateQueries({ queryKey: cartQueries.all() });
  }, [order, client, studentId]);
}

type RunningProps = CheckoutProviderProps & { record: unknown; onRestart: () => void };

function RunningCheckout(props: RunningProps) {
  const { studentId, screen, isOnline, goTo, leaveFor, children, record, onRestart } = props;
  const client = useQueryClient();
  const [saveFailure, setSaveFailure] = useState<unknown>(null);
  const [flow] = useState(() =>
    createCheckoutFlow({
      client,
      studentId,
      now: Date.now,
      origin: location.origin,
      leaveFor,
      onSignedOut: () => void client.invalidateQueries({ queryKey: sessionQueries.all() }),
      onSaveFailure: setSaveFailure,
    }),
  );
  const [beginning] = useState(() => {
    const cart = client.getQueryData(cartQueries.current(studentId).queryKey);
    const snapshot = restoredCheckout(record, screen.stage);
    const input = {
      at: screen.stage,
      isOnline,
      attemptId: screen.stage === 'returning' ? screen.attemptId : undefined,
      quote: cart ? quoteOf(cart) : undefined,
    };
    return snapshot ? { input, snapshot } : { input };
  });
  const seen = useRef('snapshot' in beginning ? seenBefore(record, performance.timeOrigin) : null);
  const [state, send, actor] = useMachine(flow, { ...beginning, ...watched });

  useEffect(() => watchCritical(actor), [actor]);
  useEffect(() => send({ type: 'connection.change', isOnline }), [isOnline, send]);
  useEffect(() => {
    const stage = screenOf(state)?.stage;
    const isOver = state.status !== 'active' || !stage || stage === 'returning';
    const cart = client.getQueryData(cartQueries.current(studentId).queryKey);
    const seen = cart ? quoteOf(cart) : null;
    const kept = { stage: stage ?? 'review', state: actor.getPersistedSnapshot(), seen, keptAt: Date.now() };
    keepCheckout(client, studentId, isOver ? null : kept);
  }, [state, actor, client, studentId]);
  useSettledOrder(state, studentId);
  useScreenOf({ state, send, screen, goTo, onRestart });

  const checkout = { state, send, studentId, isOnline, saveFailure, seenBefore: seen };
  return <CheckoutContext value={checkout}>{children}</CheckoutContext>;
}

/** One checkout over its three screens; it goes on where a closed app left it. */
export function CheckoutProvider(props: CheckoutProviderProps) {
  const { data: record } = useQuery(checkoutSnapshotQuery(props.studentId));
  const [beginning, setBeginning] = useState<{ record: unknown; round: number } | null>(null);
  if (!beginning) {
    if (record === undefined) return <CheckoutWaiting />;
    setBeginning({ record, round: 0 });
    return <CheckoutWaiting />;
  }
  const restart = () => setBeginning({ record: null, round: beginning.round + 1 });
  return <RunningCheckout key={beginning.round} {...props} record={beginning.record} onRestart={restart} />;
}
