import { queryOptions } from '@tanstack/react-query';
import type { Batch } from '../../contract/batch.ts';
import { type Cart, getCart, listCartBatches } from '../../contract/cart.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';

/** The batches that can be chosen for each course, by course id. */
type CourseBatches = Readonly<Record<string, readonly Batch[]>>;

export const cartQueries = {
  all: () => ['cart'] as const,
  /**
   * The student's cart. The query key contains the student's id, so that two accounts on one phone never share a cart.
   */
  current: (studentId: string) =>
    queryOptions({
      queryKey: [...cartQueries.all(), studentId],
      queryFn: async ({ client, signal }): Promise<Cart> => (await apiOf(client).call(getCart, {}, { signal })).data,
      staleTime: cacheTimes.cart.fresh,
      gcTime: cacheTimes.cart.inMemory,
      meta: { persist: 'student' },
    }),
  /**
   * The batches that can be chosen for each course in the cart, by course id. Loaded on every visit, so that the
   * numbers of seats are current.
   */
  choices: (studentId: string) =>
    queryOptions({
      queryKey: [...cartQueries.all(), studentId, 'choices'],
      queryFn: async ({ client, signal }): Promise<CourseBatches> => {
        const { data } = await apiOf(client).call(listCartBatches, {}, { signal });
        return Object.fromEntries(data.map(({ course_id, batches }) => [course_id, batches]));
      },
      staleTime: 0,
      gcTime: cacheTimes.cart.inMemory,
    }),
};
