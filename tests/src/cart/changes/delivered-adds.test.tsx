import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { describe, expect, it } from 'vitest';
import type { Cart } from '../../../../contract/cart.ts';
import { cartContents } from '../../../../machines/cart-lines.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { CartPage } from '../../../../src/cart/cart-page.tsx';
import { withDelivered } from '../../../../src/cart/changes/delivered-adds.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import { persistQueries } from '../../../../src/offline/saved/query-persistence.ts';
import { type Answered, answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { addCourse, fakeServer, openDevice } from '../../offline/outbox/fake-device.ts';
import { cartOf, courseLine, packageLine, studentId } from '../carts.ts';

const adding = 'Being added to your cart.';
const before = cartOf([packageLine()]);
const after = cartOf([packageLine(), courseLine()]);
const found = (cart: Cart): Answered => ({ body: { statusCode: 200, data: cart } });
const busy: Answered = { status: 503, body: { statusCode: 503, code: 'UNAVAILABLE', message: 'Busy', requestId: 'r' } };
const newLine = () => screen.findByRole('heading', { name: 'Advanced Fire Fighting' });

/** The cart page. Below it, the courses that Book Online marks as in the cart because the outbox has delivered them. */
function Pages({ outbox }: { outbox: Outbox }) {
  const rows = useSyncExternalStore(outbox.subscribe, () => outbox.rows);
  const waiting = rows.filter(({ user }) => user === studentId);
  return (
    <>
      <CartPage {...{ studentId, outbox, waiting }} queued={[]} isOnline phone={null} onConfirm={() => {}} />
      <p>Delivered: {[...withDelivered(cartContents(undefined), waiting).courses].join() || 'none'}</p>
    </>
  );
}

/**
 * A device with a saved cart. Its server repeats its stored response to each addition, so a page must load the cart to
 * see the addition. `answers`: the responses to the calls that load the cart, in turn; the last one is repeated.
 */
function openSite(...answers: Array<Answered | Promise<Answered>>) {
  const world = openDevice(fakeServer(), studentId);
  const { api, sent } = answeringApi({
    'GET /api/cart': () => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'no answer',
    'GET /api/cart/batches': { body: { statusCode: 200, data: [] } },
    'GET /api/users/student/courses': { body: { statusCode: 200, data: [] } },
    'GET /api/users/student/orders': { body: { statusCode: 200, data: [] } },
  });
  const saved = new Map<string, string>();
  const storage = {
    getItem: async (key: string) => saved.get(key),
    setItem: async (key: string, text: string) => void saved.set(key, text),
    removeItem: async (key: string) => void saved.delete(key),
  };
  /** Opens the cart page in a tab. */
  function open(outbox: Outbox) {
    return renderInPage(<Pages outbox={outbox} />, {
      api,
      prepare: (client) => {
        persistQueries(client, { storage, subject: { student: studentId } });
        client.setQueryData(cartQueries.current(studentId).queryKey, before);
      },
    });
  }
  return { world, open, cartCalls: () => sent.filter(({ url }) => url === '/api/cart').length };
}

describe('an addition that was delivered before the cart was loaded', () => {
  it('an addition to the cart that the outbox has delivered is shown until the cart has been loaded, also on another page', async () => {
    const cart = Promise.withResolvers<Answered>();
    const { world, open } = openSite(cart.promise);
    const outbox = world.openTab();
    await open(outbox);
    await act(() => outbox.submit(addCourse(408), studentId));
    expect(screen.getByText(adding)).toBeTruthy();
    expect(screen.getByText('Delivered: 408')).toBeTruthy();
    cleanup();
    await open(outbox);
    expect(screen.getByText(adding)).toBeTruthy();
    expect(screen.getByText('Delivered: 408')).toBeTruthy();
    cart.resolve(found(after));
    await newLine();
    expect(screen.queryByText(adding)).toBeNull();
    await screen.findByText('Delivered: none');
  });

  it('after a reload, an addition that the outbox has delivered is shown, and the page loads the cart although the saved cart is fresh', async () => {
    const cart = Promise.withResolvers<Answered>();
    const { world, open, cartCalls } = openSite(cart.promise);
    await world.openTab().submit(addCourse(408), studentId);
    world.closeTabs();
    const outbox = world.openTab();
    await open(outbox);
    await act(() => outbox.resume());
    expect(screen.getByText(adding)).toBeTruthy();
    await waitFor(() => expect(cartCalls()).toBe(1));
    cart.resolve(found(after));
    await newLine();
    await screen.findByText('Delivered: none');
    expect((await world.storage((rows) => ({ rows }))).rows).toEqual([]);
  });

  it('an addition that the outbox has delivered is shown while the cart cannot be loaded, and no longer after the cart has been loaded', async () => {
    const { world, open, cartCalls } = openSite(busy, busy, found(after));
    const outbox = world.openTab();
    await open(outbox);
    await act(() => outbox.submit(addCourse(408), studentId));
    // Both calls that load the cart fail: the one after the delivery and the one of the cart’s query. The query then
    // returns the saved cart as if it were loaded.
    await waitFor(() => expect(cartCalls()).toBe(2));
    await act(() => world.storage((rows) => ({ rows })));
    expect(screen.getByText(adding)).toBeTruthy();
    expect(screen.getByText('Delivered: 408')).toBeTruthy();
    act(() => outbox.announceDelivered());
    await newLine();
    await screen.findByText('Delivered: none');
  });

  it('the outbox deletes a delivered addition to the cart once the response to another call contains a cart with the added course', async () => {
    const { world, open } = openSite(busy, found(after));
    const outbox = world.openTab();
    await open(outbox);
    await act(() => outbox.submit(addCourse(408), studentId));
    await newLine();
    await screen.findByText('Delivered: none');
    await expect.poll(async () => (await world.storage((rows) => ({ rows }))).rows).toEqual([]);
  });

  it('an addition that the outbox has delivered is no longer shown after loading a cart from which another device has removed it', async () => {
    const { world, open } = openSite(found(before));
    const outbox = world.openTab();
    await open(outbox);
    await act(() => outbox.submit(addCourse(408), studentId));
    await screen.findByText('Delivered: none');
    expect(screen.queryByText(adding)).toBeNull();
  });

  it('an addition to the cart that one tab has delivered is shown in another tab until the other tab has loaded the cart', async () => {
    const cart = Promise.withResolvers<Answered>();
    const { world, open } = openSite(cart.promise);
    const [sender, other] = [world.openTab(), world.openTab()];
    await open(other);
    await act(() => sender.submit(addCourse(408), studentId));
    await act(() => sender.forgetDelivered(['add-408-4080']));
    expect(screen.getByText(adding)).toBeTruthy();
    cart.resolve(found(after));
    await newLine();
    expect(screen.queryByText(adding)).toBeNull();
  });
});
