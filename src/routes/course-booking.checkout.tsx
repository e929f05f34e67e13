import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CheckoutGate } from '../checkout/checkout-gate.tsx';
import type { GoTo } from '../checkout/checkout-provider.tsx';
import { useScreenAt } from '../checkout/checkout-screen.ts';
import { leaveForPayment } from '../checkout/payment/leave-for-payment.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { privateHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/course-booking/checkout')({
  head: ({ match }) => privateHead(match.context.queryClient, 'Checkout'),
  component: Checkout,
});

function Checkout() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isOffline = useIsOffline();
  const screen = useScreenAt(pathname);
  const goTo: GoTo = useCallback(
    (path, options) => void navigate({ href: path, replace: options?.replace ?? false }),
    [navigate],
  );
  if (!screen) return <Outlet />;
  return (
    <CheckoutGate screen={screen} isOnline={!isOffline} goTo={goTo} leaveFor={leaveForPayment}>
      <Outlet />
    </CheckoutGate>
  );
}
