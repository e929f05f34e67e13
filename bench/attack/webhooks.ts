import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { receivePaymentUpdate, signatureHeader, timestampHeader } from '../../contract/payments.ts';
import { newStudent, requireOk } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';
import { fieldOf } from './attacker.ts';

/**
 * Signing keys that an attacker may know or guess, among them the sandbox's default secret, which this repository
 * contains.
 */
const guessedKeys = ['', 'secret', 'landfall-sandbox-secret-not-for-production', '0'.repeat(32), 'undefined', 'null'];

const sign = (key: string, timestamp: string, body: string) =>
  createHmac('sha256', key).update(timestamp).update(body).digest('base64');

function paymentBody(orderId: string, amount: number, id: string): string {
  return JSON.stringify({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    data: {
      order: { order_id: orderId, order_amount: amount, order_currency: 'INR' },
      payment: { cf_payment_id: id, payment_status: 'SUCCESS', payment_amount: amount, payment_currency: 'INR' },
    },
  });
}

export const forgedWebhooks: Attack = {
  name: 'Book without paying by forged webhooks',
  async run(target, campaign) {
    const { db, port } = target;
    const { browser, account } = await newStudent(target, campaign);
    const { rows } = await sql<{ course_id: number; batch_id: number }>`
      select b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
      where c.is_active and b.status = 'open' and b.start_date > current_date + 7 and b.taken < b.capacity limit 1`.execute(
      db,
    );
    requireOk('adding to the cart', await browser.post('/api/cart/add', { type: 'course', ...rows[0] }));
    const query = new URLSearchParams({ id: account.id, redirect_url: '/course-booking/checkout/confirmation' });
    const order = requireOk('the order', await browser.post(`/api/orders/create?${query}`, {}));
    const { total_paise } = await db
      .selectFrom('orders')
      .select('total_paise')
      .where('id', '=', fieldOf(order, 'order_id'))
      .executeTakeFirstOrThrow();
    const attempt = fieldOf(order, 'attempt_id');
    const { provider_order_id } = await db
      .selectFrom('payment_attempts')
      .select('provider_order_id')
      .where('id', '=', attempt)
      .executeTakeFirstOrThrow();
    const now = String(Date.now());
    const body = paymentBody(provider_order_id, Number(total_paise) / 100, 'forged-1');
    const signed = guessedKeys.map((key) => ({ [signatureHeader]: sign(key, now, body), [timestampHeader]: now }));
    const forged: Array<Record<string, string>> = [
      {},
      { [signatureHeader]: sign('', '', body) },
      { [timestampHeader]: now },
      { [signatureHeader]: 'A'.repeat(44), [timestampHeader]: now },
      { [signatureHeader]: 'null', [timestampHeader]: 'null' },
      { [signatureHeader]: sign(fieldOf(order, 'data'), now, body), [timestampHeader]: now },
      ...signed,
    ];
    const replies = await repeat(forged.length, 1, (turn) => {
      // Send each forged webhook from another IP address. Otherwise a rate limit might refuse it before the server
      // checks its signature.
      const headers = { 'content-type': 'application/json', cookie: '', ...forged[turn] };
      return campaign.attacker(port).send('POST', receivePaymentUpdate.url, { bytes: Buffer.from(body), headers });
    });
    const accepted = replies.filter(({ status }) => status === 200).length;
    const settled = await browser.get(`/api/orders/update?user_id=${account.id}&attempt_id=${attempt}`);
    const isPaid = fieldOf(settled, 'data.state') === 'completed';
    const gained = `${accepted} of ${forged.length} accepted; the order is ${isPaid ? 'completed' : 'unpaid'}`;
    return { gained, isHeld: accepted === 0 && !isPaid && settled.status === 200 };
  },
};
