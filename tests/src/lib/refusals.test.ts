import { describe, expect, it } from 'vitest';
import { addToCart } from '../../../contract/cart.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { markerHeader } from '../../../contract/headers.ts';
import { createOrder, listOrders } from '../../../contract/orders.ts';
import { ApiError, createApi } from '../../../src/lib/api.ts';
import { isRefusal, refusalCode } from '../../../src/lib/refusals.ts';

/** Returns the error of a call to which the server responds with this failure. */
async function failCall(endpoint: Endpoint, status: number, failure: object | null): Promise<unknown> {
  const { body: _, query: __, ...bare } = endpoint;
  const body = failure && { statusCode: status, errorCode: 'X', message: 'No.', requestId: 'r', ...failure };
  const api = createApi(async () => Response.json(body, { status, headers: { [markerHeader]: '1' } }));
  return api.call(bare, {}).catch((error: unknown) => error);
}

const pending = { order_id: 'LF-2026-000001', attempt_id: 'LF-2026-000001-1' };

describe('a refused call', () => {
  it('the data of an error response is parsed and typed by the schema of the endpoint that was called', async () => {
    const error = await failCall(createOrder, 409, { code: 'PAYMENT_PENDING', data: { ...pending, extra: 1 } });
    if (!isRefusal(error, createOrder, 'PAYMENT_PENDING', 'CART_EMPTY')) throw error;
    expect(error).toMatchObject({ kind: 'refused', status: 409, message: 'No.' });
    expect(error.data).toEqual(pending);
    if (error.code === 'PAYMENT_PENDING') {
      const order: string = error.data.order_id;
      expect(order).toBe(pending.order_id);
      // @ts-expect-error: the data of this code has no such field.
      expect(error.data.batch_id).toBeUndefined();
    }
  });

  it('isRefusal and refusalCode recognise an error code only in an error of the endpoint that is passed to them', async () => {
    const error = await failCall(addToCart, 409, { code: 'BATCH_FULL' });
    expect(isRefusal(error, addToCart, 'BATCH_FULL')).toBe(true);
    expect(isRefusal(error, addToCart, 'BATCH_CLOSED')).toBe(false);
    expect(isRefusal(error, createOrder, 'BATCH_FULL')).toBe(false);
    expect(refusalCode(error, addToCart)).toBe('BATCH_FULL');
    expect(refusalCode(error, createOrder)).toBeNull();
    // @ts-expect-error: the endpoint has no such code.
    expect(isRefusal(error, addToCart, 'CART_EMPTY')).toBe(false);
  });

  it.each([
    ['INVALID_REQUEST', 400],
    ['UNAUTHORIZED_REQUEST', 401],
    ['RATE_LIMITED', 429],
    ['INTERNAL_ERROR', 500],
    ['UNAVAILABLE', 503],
  ] as const)(
    'isRefusal recognises the error code %s for an endpoint that does not list it, because every endpoint can return it',
    async (code, status) => {
      expect(isRefusal(await failCall(listOrders, status, { code }), listOrders, code)).toBe(true);
    },
  );

  it.each<[string, Endpoint, number, object | null]>([
    ['an unknown code', addToCart, 409, { code: 'BATCH_GONE' }],
    ['a code of another endpoint', addToCart, 409, { code: 'CART_EMPTY' }],
    ['data that does not match the schema', createOrder, 409, { code: 'PAYMENT_PENDING', data: { order_id: 7 } }],
    ['the required data missing', createOrder, 409, { code: 'PAYMENT_PENDING' }],
    ['an empty body', addToCart, 502, null],
  ])('an error response with %s is classified as broken', async (_, endpoint, status, failure) => {
    const error = await failCall(endpoint, status, failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: 'broken', status, failure: null, code: null });
  });
});
