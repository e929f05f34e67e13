import type { SiteServer } from './site-server.ts';
import { withDatabase } from './student-rows.ts';

type Site = Pick<SiteServer, 'dataDir'>;

/**
 * Makes the site check the payment of this order by itself only after an hour, so that staff can find the payment
 * first.
 */
export function postponePaymentChecks({ dataDir }: Site, orderId: string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    const later = "next_check_at = now() + interval '1 hour'";
    await client.query(`update payment_attempts set ${later} where order_id = $1`, [orderId]);
  });
}

/**
 * Makes the payment provider refuse the first refund of an order: the provider already has a refund of another amount
 * under the id that this refund will get, as after the restore of an old backup.
 */
export function refuseFirstRefund({ dataDir }: Site, orderId: string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query(
      `insert into sandbox_refunds (refund_id, provider_order_id, amount_paise)
      select replace(order_id || substr(provider_order_id, length(id) + 1), '-', '') || 'R1', provider_order_id, 1
      from payment_attempts where order_id = $1 and provider = 'sandbox'`,
      [orderId],
    );
  });
}

/**
 * Makes the site check now, instead of after a minute, whether the payment provider has paid the refunds that were sent
 * to it.
 */
export function checkRefundsNow({ dataDir }: Site): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query("update refunds set next_try_at = now() where state = 'sent'");
  });
}

/** Ends the time for which the seats of an unpaid order are held, as if the student had taken too long to pay. */
export function endSeatHold({ dataDir }: Site, orderId: string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query("update seat_claims set expires_at = now() where order_id = $1 and kind = 'hold'", [orderId]);
  });
}
