import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { getWallet } from '../../../contract/wallet.ts';
import { apiOf } from '../../lib/api.ts';

export const walletQueries = {
  all: () => ['wallet'] as const,
  /** The wallet's balance and newest transactions. @throws ApiError */
  overview: (studentId: string) =>
    queryOptions({
      queryKey: [...walletQueries.all(), studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getWallet, {}, { signal })).data,
      staleTime: cacheTimes.wallet.fresh,
      gcTime: cacheTimes.wallet.inMemory,
      meta: { persist: 'student' },
    }),
};
