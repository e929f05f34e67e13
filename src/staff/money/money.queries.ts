import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/endpoint.ts';
import {
  listPendingPayments,
  listStaffRefunds,
  retryRefund,
  settleStaffRefund,
} from '../../../contract/staff/order-money.ts';
import type { refundStates } from '../../../contract/staff/orders.ts';
import { getStaffRefundPolicy } from '../../../contract/staff/refund-policy.ts';
import { apiOf } from '../../lib/api.ts';

const root = ['staff-money'] as const;
const changed = [root, ['staff-orders'], ['staff-students'], ['staff-today']];

/** The queries of refunds and payments. */
export const moneyQueries = {
  allRefunds: [...root, 'refunds'],
  refunds: (state: (typeof refundStates)[number] | undefined) =>
    infiniteQueryOptions({
      queryKey: [...root, 'refunds', state ?? 'open'],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ client, signal, pageParam }) => {
        const query = { ...(state ? { state } : {}), ...(pageParam ? { after: pageParam } : {}) };
        return apiOf(client).call(listStaffRefunds, { query }, { signal });
      },
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  pending: queryOptions({
    queryKey: [...root, 'pending'],
    queryFn: async ({ client, signal }) => (await apiOf(client).call(listPendingPayments, {}, { signal })).data,
  }),
  policy: queryOptions({
    queryKey: [...root, 'policy'],
    queryFn: async ({ client, signal }) => (await apiOf(client).call(getStaffRefundPolicy, {}, { signal })).data,
  }),
};

/** The mutations of one refund. `key` is the idempotency key of the request. */
export const refundMutations = {
  retry: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (reason: string) => apiOf(client).call(retryRefund, { params: { id }, body: { reason } }, { key }),
      meta: { awaits: changed, successToast: 'The refund is requested again' },
    }),
  settle: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof settleStaffRefund>['body']) =>
        apiOf(client).call(settleStaffRefund, { params: { id }, body }, { key }),
      meta: { awaits: changed, successToast: 'Recorded as paid back' },
    }),
};
