import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CheckoutGate } from '../checkout/checkout-gate.tsx';
import type { GoTo } from '../checkout/checkout-provider.tsx';
import { untilKept } from '../checkout/kept-checkout.ts';
import { leaveForPayment } from '../checkout/leave-for-payment.ts';
import { useScreenAt } from '../checkout/use-screen-at.ts';
import { academyName } from '../content/content.queries.ts';
import { useConnection } from '../offline/page-connection.ts';
import { queryStore } from '../offline/query-store.ts';
import { subject } from '../offline/subject.ts';

export const Route = createFileRoute('/course-booking/checkout')({
  head: ({ match }) => ({
    meta: [{ title: `Checkout | ${academyName(match.context.queryClient)}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: Checkout,
});

async function leaveOnceKept(url: string, signal: AbortSignal): Promise<void> {
  const { student: studentId } = subject;
  if (studentId) await untilKept(queryStore, { studentId, standing: 'unpaid' });
  signal.throwIfAborted();
  await leaveForPayment(url, signal);
}

function Checkout() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const screen = useScreenAt(pathname);
  const goTo: GoTo = useCallback(
    (path, options) => void navigate({ href: path, replace: options?.replace ?? false }),
    [navigate],
  );
  if (!screen) return <Outlet />;
  return (
    <CheckoutGate
      screen={screen}
      isOnline={connection !== 'offline' && connection !== 'portal'}
      goTo={goTo}
      leaveFor={leaveOnceKept}
    >
      <Outlet />
    </CheckoutGate>
  );
}
