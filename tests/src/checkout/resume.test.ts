import { describe, expect, it } from 'vitest';
import { checkoutMachine } from '../../../machines/checkout.machine.ts';
import { statesOf } from '../../../machines/paths/chart.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { key, voyages } from './voyages.ts';

const names = statesOf(checkoutMachine.root)
  .filter(({ type, key: name }) => type === 'atomic' && name !== 'arriving')
  .map(({ path }) => path.join('.'));

it('every state in which a student can be has its crash and its loss of connection', () => {
  expect(Object.keys(voyages).sort()).toEqual(names.sort());
});

/** Whatever happened: at most one order, one save and one swap, each under the key of its first try. */
function expectOneOfEach({ academy: { orders, saves, swaps } }: CheckoutPage): void {
  expect(orders.filter((one) => one !== key)).toEqual([]);
  for (const effects of [orders, saves, swaps]) expect(effects.length).toBeLessThanOrEqual(1);
}

const isWaiting = ({ state }: CheckoutPage) => !state.hasTag('busy') || state.matches('redirecting');

describe.each(Object.entries(voyages))('%s', (name, { reach, afterCrash = name, offline = name, online = offline }) => {
  it(`is ${afterCrash} after a crash, without a second order`, async () => {
    const page = await (await reach()).comesTo(name);
    const before = page.state.context;
    const again = await page.reopened().comesTo(afterCrash);
    expectOneOfEach(again);
    const { stage, termsVersion, changes, refusal, draft } = again.state.context;
    if (afterCrash === name)
      expect({ stage, termsVersion, changes, refusal, draft }).toEqual({
        stage: before.stage,
        termsVersion: before.termsVersion,
        changes: before.changes,
        refusal: before.refusal,
        draft: before.draft,
      });
  });

  it('waits for the student after a crash without a connection', async () => {
    const page = await (await reach()).comesTo(name);
    page.cut();
    const again = page.reopened({ isOnline: false });
    await expect.poll(() => isWaiting(again)).toBe(true);
    again.reconnect();
    await expect.poll(() => isWaiting(again)).toBe(true);
    expectOneOfEach(again);
  });

  it(`is ${offline} without a connection, and ${online} once it is back`, async () => {
    const page = await (await reach()).comesTo(name);
    page.cut();
    await page.comesTo(offline);
    page.reconnect();
    await page.comesTo(online);
    expectOneOfEach(page);
  });
});

describe('an order whose answer was lost', () => {
  it.each(['creatingOrder', 'orderUnanswered', 'redirecting', 'paymentNotOpened'])(
    'at %s is the same order after a crash, and leads to the payment page',
    async (name) => {
      const page = await (await voyages[name]?.reach())?.comesTo(name);
      if (!page) throw new Error(`no voyage to ${name}`);
      const again = page.reopened();
      await expect.poll(() => isWaiting(again)).toBe(true);
      again.send({ type: 'order.retry' }, { type: 'payment.open' });
      await again.comesTo('redirecting');
      expect(again.academy.orders).toEqual([key]);
    },
  );
});

it('a swap that a crash cut short is done once, under its key', async () => {
  const page = await (await voyages.changingLine?.reach())?.comesTo('changingLine');
  if (!page) throw new Error('no voyage to changingLine');
  const again = await page.reopened().comesTo('cartChanged');
  expect(again.academy.swaps).toEqual(['key-line']);
});

it('a pending payment is asked for without end, and never paid beside', async () => {
  const page = await (await voyages['awaitingPayment.paymentPending']?.reach())?.comesTo(
    'awaitingPayment.paymentPending',
  );
  if (!page) throw new Error('no voyage to a pending payment');
  for (let crash = 0; crash < 3; crash += 1) {
    const again = await page.reopened().comesTo('awaitingPayment.paymentPending');
    expect(again.state.can({ type: 'payment.again' })).toBe(false);
    expect(again.academy.orders).toEqual([]);
  }
  expect(page.academy.checks).toBe(4);
});
