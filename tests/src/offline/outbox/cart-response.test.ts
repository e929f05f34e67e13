import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { replayedHeader } from '../../../../contract/headers.ts';
import { deliverRow } from '../../../../src/offline/outbox/delivery.ts';
import type { CartResponse, OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import { type Answered, answeringApi, failureBody } from '../../../support/answers.ts';
import { cartOf, courseLine } from '../../cart/carts.ts';
import { addCourse, fakeServer, noResponse, openDevice, removeCourse } from './fake-device.ts';

const withCourse = cartOf([courseLine()]);

function deliver(action: ReturnType<typeof addCourse>, answer: Answered) {
  const { api } = answeringApi({ 'POST /api/cart/add': answer, 'DELETE /api/cart': answer });
  return deliverRow(api, { ...action, user: 'asha' });
}

describe('a delivered change of the cart', () => {
  it.each([
    ['the addition of a course', addCourse(408)],
    ['the removal of a course', removeCourse(5)],
  ] as const)(
    'delivering %s to the server returns the cart from the response and the time at which the request was sent',
    async (_, action) => {
      const before = Date.now();
      const delivery = await deliver(action, { body: { statusCode: 200, data: withCourse } });
      expect(delivery).toEqual({ kind: 'delivered', cart: { cart: withCourse, sentAt: expect.any(Number) } });
      const sentAt = (delivery.kind === 'delivered' && delivery.cart?.sentAt) || 0;
      expect(sentAt).toBeGreaterThanOrEqual(before);
      expect(sentAt).toBeLessThanOrEqual(Date.now());
    },
  );

  it('when the server repeats an earlier response, the outbox ignores the cart in this response, because the cart may be out of date', async () => {
    const headers = { [replayedHeader]: 'true' };
    const delivery = await deliver(addCourse(408), { body: { statusCode: 200, data: withCourse }, headers });
    expect(delivery).toEqual({ kind: 'delivered' });
  });

  it('delivering a change of the cart returns “delivered” without a cart if the response cannot be read', async () => {
    expect(await deliver(addCourse(408), { body: { statusCode: 200, data: {} } })).toEqual({ kind: 'delivered' });
  });
});

it('delivering a change to a busy server returns the retry delay from the Retry-After header', async () => {
  const unavailable = failureBody(503, 'UNAVAILABLE', 'The service is busy.');
  const busy = { status: 503, body: unavailable, headers: { 'retry-after': '20' } };
  const delivery = await deliver(addCourse(408), busy);
  expect(delivery).toMatchObject({ kind: 'unanswered', isFromServer: true, retryAfterMs: 20_000 });
});

function noticesOf(tab: Outbox): OutboxNotice[] {
  const notices: OutboxNotice[] = [];
  tab.subscribe((notice) => notices.push(notice));
  return notices;
}

describe('the notice of a delivered change', () => {
  const cart: CartResponse = { cart: withCourse, sentAt: 1_700_000_000_000 };
  const delivered = { type: 'delivered', key: 'add-1-10' } as const;

  it('the tab that sent a change of the cart is notified with the new cart, and other tabs are notified without the cart', async () => {
    const world = openDevice(fakeServer(() => ({ kind: 'delivered', cart })));
    const [tab, other] = [world.openTab(), world.openTab()];
    const [own, foreign] = [noticesOf(tab), noticesOf(other)];
    await tab.submit(addCourse(1), 'asha');
    await expect.poll(() => foreign).toContainEqual(delivered);
    expect(own).toContainEqual({ ...delivered, cart });
    expect(foreign.filter((notice) => 'cart' in notice)).toEqual([]);
  });

  it('when a course added offline is delivered later, the notice to listeners contains the new cart', async () => {
    let isBack = false;
    const world = openDevice(fakeServer(() => (isBack ? { kind: 'delivered', cart } : noResponse)));
    const tab = world.openTab();
    expect(await tab.submit(addCourse(1), 'asha')).toMatchObject({ kind: 'queued' });
    const notices = noticesOf(tab);
    isBack = true;
    await tab.drain();
    expect(notices).toContainEqual({ ...delivered, cart });
  });

  it('the outbox notifies listeners of a delivered change even if the browser could not store the change', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const tab = openDevice(fakeServer(() => ({ kind: 'delivered', cart }))).openTab(refuse);
    const notices = noticesOf(tab);
    expect(await tab.submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
    expect(notices).toEqual([{ ...delivered, cart }]);
  });
});
