import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Cart, type CartRemove, getCart, removeFromCart } from '../../contract/cart.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';

export const cartQueries = {
  all: () => ['cart'] as const,
  /** The student's cart; the student's id is in the key, so that two accounts of one phone never meet. */
  current: (studentId: string) =>
    queryOptions({
      queryKey: [...cartQueries.all(), studentId],
      queryFn: async ({ client, signal }): Promise<Cart> => (await apiOf(client).call(getCart, {}, { signal })).data,
      staleTime: cacheTimes.cart.fresh,
      gcTime: cacheTimes.cart.kept,
      meta: { persist: 'student' },
    }),
};

/** Removes a line; the answer is the new cart. `key` makes a repeat harmless. */
export const removeFromCartMutation = (client: QueryClient, studentId: string) =>
  mutationOptions({
    mutationFn: ({ payload, key }: { payload: CartRemove; key: string }) =>
      apiOf(client).call(removeFromCart, { body: payload }, { key }),
    onSuccess: ({ data }) => client.setQueryData(cartQueries.current(studentId).queryKey, data),
  });
