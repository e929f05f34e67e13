import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { Recheck } from './use-recheck.ts';

/** Of an order whose payment is not settled (document 2, section 2 "My Orders"): nobody pays twice, and it can be asked. */
export function PaymentPending({ order, recheck }: { order: Order; recheck: Recheck }) {
  return (
    <Notice
      tone="waiting"
      title="Payment Pending"
      action={
        <Button variant="outline" aria-busy={recheck.isAsking} onClick={() => recheck.ask(order)}>
          {recheck.isAsking ? 'Checking…' : 'Recheck Payment'}
          <span className="visually-hidden">of {order.order_id}</span>
        </Button>
      }
    >
      {order.is_payment_pending === false ? (
        <>
          No payment for {order.order_id} has reached us yet. If you have paid, do not pay again: recheck. If you have
          not, go on from <PageLink href={paths.cart}>your cart</PageLink>; the seats are held for a while.
        </>
      ) : (
        <>
          The bank has not told us yet how the payment for {order.order_id} ended. Do not pay again until it is settled.
        </>
      )}
    </Notice>
  );
}
