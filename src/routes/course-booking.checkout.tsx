import { createFileRoute, Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../contract/pages.ts';
import { CheckoutGate } from '../checkout/checkout-gate.tsx';
import type { GoTo } from '../checkout/checkout-provider.tsx';
import { screenAt } from '../checkout/checkout-screen.ts';
import { leaveForPayment } from '../checkout/leave-for-payment.ts';
import { useConnection } from '../offline/page-connection.ts';

export const Route = createFileRoute('/course-booking/checkout')({
  head: () => ({ meta: [{ title: 'Checkout | Landfall Maritime Academy' }, { name: 'robots', content: 'noindex' }] }),
  component: Checkout,
});

function Checkout() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const screen = screenAt(pathname);
  const goTo: GoTo = useCallback(
    (path, options) => void navigate({ href: path, replace: options?.replace ?? false }),
    [navigate],
  );
  if (!screen) return <Navigate to={paths.checkoutInformation} replace />;
  return (
    <CheckoutGate
      screen={screen}
      isOnline={connection !== 'offline' && connection !== 'portal'}
      goTo={goTo}
      leaveFor={leaveForPayment}
    >
      <Outlet />
    </CheckoutGate>
  );
}
