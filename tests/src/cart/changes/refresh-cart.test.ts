import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cart } from '../../../../contract/cart.ts';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { refreshCart, showCart } from '../../../../src/cart/changes/refresh-cart.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { clearStudentQueries } from '../../../../src/offline/session/wipe.ts';
import { cartOf, courseLine, packageLine, studentId } from '../carts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const empty = cartOf([]);
const withCourse = cartOf([courseLine()]);
const withBoth = cartOf([courseLine(), packageLine()]);
const { queryKey } = cartQueries.current(studentId);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/**
 * Opens a page that shows the student's cart. `isLoaded`: whether the page has already loaded the cart.
 * `server.delays`: how many milliseconds the next responses take; otherwise each takes 50. `shown`: every cart that the
 * page showed.
 */
async function openPage({ cart = empty, showsBatches = false, isLoaded = true } = {}) {
  const server = { cart, isUp: true, delays: [] as number[] };
  const reads: string[] = [];
  const api = createApi(async (input) => {
    const url = String(input);
    reads.push(url);
    if (!server.isUp) throw new TypeError('Failed to fetch');
    const body = { statusCode: 200, data: url === '/api/cart' ? server.cart : [] };
    await new Promise((resolve) => setTimeout(resolve, server.delays.shift() ?? 50));
    return Response.json(body, { headers: { [markerHeader]: apiVersion } });
  });
  const client = createQueryClient(api);
  const shown: Array<Cart | undefined> = [];
  new QueryObserver(client, cartQueries.current(studentId)).subscribe(({ data }) => shown.push(data));
  if (showsBatches) new QueryObserver(client, cartQueries.choices(studentId)).subscribe(() => {});
  await pass(isLoaded ? 100 : 10);
  reads.length = 0;
  shown.length = 0;
  return { client, server, reads, shown, cart: () => client.getQueryData<Cart>(queryKey) };
}

describe('a delivered change of the cart', () => {
  it('the page shows the cart from the response to a change of the cart, without loading the cart again', async () => {
    const { client, reads, cart } = await openPage();
    void refreshCart(client, studentId, { cart: withCourse, sentAt: Date.now() });
    await pass(100);
    expect(cart()).toEqual(withCourse);
    expect(reads).toEqual([]);
  });

  it('after a change of the cart, the batches to choose from are loaded again if the page shows them', async () => {
    const { client, reads } = await openPage({ showsBatches: true });
    void refreshCart(client, studentId, { cart: withCourse, sentAt: Date.now() });
    await pass(100);
    expect(reads).toEqual(['/api/cart/batches']);
  });

  it('refreshCart, called without the response to a change, loads the cart from the server', async () => {
    const { client, server, reads, cart } = await openPage();
    server.cart = withCourse;
    void refreshCart(client, studentId);
    await pass(100);
    expect(reads).toEqual(['/api/cart']);
    expect(cart()).toEqual(withCourse);
  });

  it('several components that refresh the cart after the same change cause at most one request', async () => {
    const { client, reads } = await openPage();
    const response = { cart: withCourse, sentAt: Date.now() };
    await pass(10);
    void refreshCart(client, studentId, response);
    void refreshCart(client, studentId, response);
    await pass(100);
    expect(reads).toEqual([]);
    void refreshCart(client, studentId);
    void refreshCart(client, studentId);
    await pass(100);
    expect(reads).toEqual(['/api/cart']);
  });

  it('when several courses are added in a row, the page shows the cart from each response in turn', async () => {
    const { client, reads, shown } = await openPage();
    for (const cart of [withCourse, withBoth]) {
      const sentAt = Date.now();
      await pass(20);
      void refreshCart(client, studentId, { cart, sentAt });
      await pass(5);
    }
    expect(shown).toEqual([withCourse, withBoth]);
    expect(reads).toEqual([]);
  });

  it('a scheduled reload of the cart is not cancelled when the response to adding a course arrives', async () => {
    const { client, reads } = await openPage();
    void refreshCart(client, studentId);
    void refreshCart(client, studentId, { cart: withCourse, sentAt: Date.now() });
    await pass(100);
    expect(reads).toEqual(['/api/cart']);
  });
});

describe('a response to an add that arrives late', () => {
  it('a late response to adding a course does not bring back a cart line that was removed meanwhile', async () => {
    const { client, server, reads, shown } = await openPage({ cart: withCourse });
    const sentAt = Date.now();
    await pass(10);
    server.cart = cartOf([packageLine()]);
    showCart(client, studentId, { cart: server.cart, sentAt: Date.now() });
    await pass(10);
    void refreshCart(client, studentId, { cart: withBoth, sentAt });
    await pass(100);
    expect(shown).not.toContainEqual(withBoth);
    expect(shown.at(-1)).toEqual(server.cart);
    expect(reads).toEqual(['/api/cart']);
  });

  it('a late response to adding a course does not replace a cart that was loaded after the request was sent', async () => {
    const { client, server, reads, shown } = await openPage({ cart: withCourse });
    const sentAt = Date.now();
    server.cart = empty;
    void client.refetchQueries({ queryKey });
    await pass(60);
    void refreshCart(client, studentId, { cart: withBoth, sentAt });
    await pass(100);
    expect(shown).not.toContainEqual(withBoth);
    expect(reads).toEqual(['/api/cart', '/api/cart']);
  });

  it('when a course is added while the cart is being loaded, the cart is loaded once more', async () => {
    const { client, server, reads, cart } = await openPage();
    void client.refetchQueries({ queryKey });
    const sentAt = Date.now();
    await pass(20);
    server.cart = withCourse;
    void refreshCart(client, studentId, { cart: withCourse, sentAt });
    await pass(100);
    expect(reads).toEqual(['/api/cart', '/api/cart']);
    expect(cart()).toEqual(withCourse);
  });

  it('when a course is added while the page loads its first cart, the page ends with the cart that contains it', async () => {
    const { client, server, shown } = await openPage({ isLoaded: false });
    server.cart = withCourse;
    const isShown = refreshCart(client, studentId);
    await pass(45);
    // The response to the page's first call, which was sent before the addition.
    expect(shown.at(-1)).toEqual(empty);
    await pass(100);
    expect(await isShown).toBe(true);
    expect(shown.at(-1)).toEqual(withCourse);
  });

  it('a cart marked as out of date is reloaded even if the response to adding a course contains a newer cart', async () => {
    const { client, reads } = await openPage();
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    void refreshCart(client, studentId, { cart: withCourse, sentAt: Date.now() });
    await pass(100);
    expect(reads).toEqual(['/api/cart']);
  });

  it('the response to adding a course is not stored after the student has signed out', async () => {
    const { client, cart } = await openPage();
    const sentAt = Date.now();
    client.clear();
    void refreshCart(client, studentId, { cart: withCourse, sentAt });
    await pass(100);
    expect(cart()).toBeUndefined();
  });
});

describe('a cart that is loaded after an addition was delivered', () => {
  it('the late response to the page’s first request for the cart does not replace a cart that was requested later', async () => {
    const { client, server, shown, cart } = await openPage({ isLoaded: false });
    server.cart = withCourse;
    server.delays = [0];
    void refreshCart(client, studentId);
    await pass(200);
    expect(cart()).toEqual(withCourse);
    expect(shown).not.toContainEqual(empty);
  });

  it('a requested cart that arrives after the student has signed out is not stored', async () => {
    const { client, server, cart } = await openPage();
    server.cart = withCourse;
    const isShown = refreshCart(client, studentId);
    await pass(10);
    clearStudentQueries(client, ['session']);
    await pass(100);
    expect(await isShown).toBe(false);
    expect(cart()).toBeUndefined();
  });

  it('refreshCart resolves with false if the call that loads the cart fails', async () => {
    const { client, server } = await openPage();
    server.isUp = false;
    const isShown = refreshCart(client, studentId);
    await pass(100);
    expect(await isShown).toBe(false);
  });
});

describe('the response to a screen’s own call', () => {
  it('when the response to removing a course arrives after the response to a later addition, the page loads the cart again', async () => {
    const { client, server, reads, shown } = await openPage({ cart: withCourse });
    const sentAt = Date.now();
    await pass(10);
    server.cart = cartOf([packageLine()]);
    void refreshCart(client, studentId, { cart: server.cart, sentAt: Date.now() });
    await pass(10);
    // The server handled the removal before the addition.
    showCart(client, studentId, { cart: empty, sentAt });
    await pass(100);
    expect(shown).toContainEqual(empty);
    expect(shown.at(-1)).toEqual(server.cart);
    expect(reads).toEqual(['/api/cart']);
  });

  it('the response to a change of the cart causes no reload if an equal cart arrived while the request was running', async () => {
    const { client, reads } = await openPage();
    const sentAt = Date.now();
    await pass(10);
    client.setQueryData(queryKey, withCourse);
    showCart(client, studentId, { cart: structuredClone(withCourse), sentAt });
    await pass(100);
    expect(reads).toEqual([]);
  });
});
