import { describe, expect, it } from 'vitest';
import { statesOf } from '../../../../lab/chart/chart.ts';
import { checkoutMachine } from '../../../../machines/checkout.machine.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import type { CheckoutPage } from '../checkout-page.ts';
import { checkoutStates, key, moreExpensive } from '../checkout-states.ts';

const names = statesOf(checkoutMachine.root)
  .filter(({ type, key: name }) => type === 'atomic' && name !== 'arriving')
  .map(({ path }) => path.join('.'));

const cases = Object.entries(checkoutStates).map(
  ([name, { reach, afterCrash = name, offline = name, online = offline }]) => ({
    name,
    reach,
    afterCrash,
    offline,
    online,
  }),
);

it('every state of the checkout state machine has a test of a crash and of a lost connection', () => {
  expect(Object.keys(checkoutStates).sort()).toEqual(names.sort());
});

async function pageIn(name: string): Promise<CheckoutPage> {
  const page = await checkoutStates[name]?.reach();
  if (!page) throw new Error(`No case reaches the state ${name}`);
  return page.reaches(name);
}

/**
 * Expects at most one order, one saved profile and one changed batch on the server. The order must have the idempotency
 * key of its first attempt.
 */
function expectOneOfEach({ server: { orders, saves, swaps } }: CheckoutPage): void {
  expect(orders.filter((one) => one !== key)).toEqual([]);
  for (const effects of [orders, saves, swaps]) expect(effects.length).toBeLessThanOrEqual(1);
}

describe('checkout after a crash or a lost connection', () => {
  it.each(cases)(
    'a checkout page that crashes in the state $name continues in the state $afterCrash without a second order',
    async (one) => {
      const page = await pageIn(one.name);
      const before = page.state.context;
      const again = await page.crash().reaches(one.afterCrash);
      expectOneOfEach(again);
      const { termsVersion, changes, refusal, draft } = again.state.context;
      if (one.afterCrash === one.name)
        expect({ termsVersion, changes, refusal, draft }).toEqual({
          termsVersion: before.termsVersion,
          changes: before.changes,
          refusal: before.refusal,
          draft: before.draft,
        });
    },
  );

  it.each(cases)(
    'a checkout page reopened offline after a crash in the state $name sends nothing twice once the connection is back',
    async ({ name }) => {
      const page = await pageIn(name);
      page.disconnect();
      const again = await page.crash({ isOnline: false }).becomesIdle();
      again.reconnect();
      await again.becomesIdle();
      expectOneOfEach(again);
    },
  );

  it.each(cases)(
    'losing the connection moves checkout from the state $name to $offline, and the connection’s return moves checkout to $online',
    async (one) => {
      const page = await pageIn(one.name);
      page.disconnect();
      await page.reaches(one.offline);
      page.reconnect();
      await page.reaches(one.online);
      expectOneOfEach(page);
    },
  );
});

describe('an order whose cart has changed since', () => {
  const payAgain = [{ type: 'order.retry' }, { type: 'payment.open', isHoldOver: false }] as const;

  it.each(['review.creatingOrder', 'review.orderUnanswered', 'review.redirecting', 'review.paymentNotOpened'])(
    'after a crash in the state %s, an order that no longer matches the cart is not paid, and a new one can be placed',
    async (name) => {
      const page = await pageIn(name);
      page.server.cart = moreExpensive;
      page.server.payment = { ...page.server.payment, is_payment_pending: false };
      const again = await page.crash().becomesIdle();
      again.send(...payAgain);
      await again.reaches('payment.awaitingPayment.paymentNotSeen');
      again.send({ type: 'payment.again' }, { type: 'order.place', key: 'key-new', quote: quoteOf(moreExpensive) });
      await again.reaches('review.redirecting');
      expect(again.server.orders).toEqual([key, 'key-new']);
    },
  );

  it('if the cart was changed on another device after the order, checkout checks the order’s payment instead of opening its payment page', async () => {
    const page = await pageIn('review.paymentNotOpened');
    page.server.cart = moreExpensive;
    page.send(...payAgain);
    await page.reaches('payment.awaitingPayment.paymentPending');
  });

  it('checkout finds the payment of an order that was paid before the cart changed', async () => {
    const page = await pageIn('review.paymentNotOpened');
    page.server.cart = moreExpensive;
    page.server.payment = { state: 'completed', final_payment_status: 'APPROVED' };
    page.send(...payAgain);
    await page.reaches('confirmed');
  });

  it.each([['hangs'], [{ status: 429, code: 'RATE_LIMITED' }]] as const)(
    'while the request for the cart fails (fault: %j), the payment page does not open, and a retry places no second order',
    async (fault) => {
      const page = await pageIn('review.paymentNotOpened');
      page.server.faults.set('GET /api/cart', fault);
      page.send(...payAgain);
      if (fault === 'hangs') page.disconnect();
      await page.reaches('review.orderUnanswered');
      page.reconnect();
      page.send(...payAgain);
      await page.reaches('review.paymentNotOpened');
      expect(page.server.orders).toEqual([key]);
    },
  );
});

describe('checkout calls cut off by a crash', () => {
  it.each(['review.creatingOrder', 'review.orderUnanswered', 'review.redirecting', 'review.paymentNotOpened'])(
    'if the page crashes in the checkout state %s, the order is not placed twice and can then be paid',
    async (name) => {
      const page = await pageIn(name);
      const again = await page.crash().becomesIdle();
      again.send({ type: 'order.retry' }, { type: 'payment.open', isHoldOver: false });
      await again.reaches('review.redirecting');
      expect(again.server.orders).toEqual([key]);
    },
  );

  it('after a crash during a batch change in checkout, the change is sent again with its idempotency key and takes effect only once', async () => {
    const page = await pageIn('review.changingLine');
    const again = await page.crash().reaches('review.cartChanged');
    expect(again.server.swaps).toEqual(['key-line']);
  });

  it('a pending payment is checked again after every crash of the page, and no second order is placed', async () => {
    const page = await pageIn('payment.awaitingPayment.paymentPending');
    for (let crash = 0; crash < 3; crash += 1) {
      const again = await page.crash().reaches('payment.awaitingPayment.paymentPending');
      expect(again.state.can({ type: 'payment.again' })).toBe(false);
      expect(again.server.orders).toEqual([]);
    }
    expect(page.server.checks).toBe(4);
  });
});
