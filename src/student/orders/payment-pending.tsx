import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { heldText } from './held-text.ts';
import type { Recheck } from './use-recheck.ts';

/**
 * Says that the payment of an order is pending, so that the student does not pay twice. A button checks the payment
 * again.
 */
export function PaymentPending({ order, recheck }: { order: Order; recheck: Recheck }) {
  return (
    <Notice
      tone="waiting"
      title="Payment Pending"
      action={
        <Button variant="outline" aria-busy={recheck.isChecking} onClick={() => recheck.check(order)}>
          {recheck.isChecking ? 'Checking…' : 'Recheck Payment'}
          <span className="visually-hidden">of {order.order_id}</span>
        </Button>
      }
    >
      {order.is_payment_pending === false ? (
        <>
          No payment for {order.order_id} has reached us yet. If you have paid, do not pay again; use Recheck Payment.
          Otherwise, continue from <PageLink href={paths.cart}>your cart</PageLink>.{' '}
          {heldText(order.held_until, Date.now())}
        </>
      ) : (
        <>The bank has not confirmed the payment for {order.order_id} yet. Do not pay again until it is settled.</>
      )}
    </Notice>
  );
}
