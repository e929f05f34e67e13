import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/endpoint.ts';
import { getSaleTerms, listSalePackages, sellAtOffice, settleDue } from '../../../contract/staff/order-money.ts';
import {
  cancelStaffOrder,
  cancelWithRefund,
  getStaffOrder,
  type ListedState,
  listOpenBatches,
  listStaffOrders,
  previewCancellation,
  previewTransfer,
  recheckStaffOrder,
  resendConfirmation,
  resendOrderEmail,
  transferStaffBooking,
} from '../../../contract/staff/orders.ts';
import { apiOf } from '../../lib/api.ts';

const root = ['staff-orders'] as const;
const openBatchesKey = [...root, 'open-batches'] as const;
const packagesKey = [...root, 'packages'] as const;
const termsKey = [...root, 'sale-terms'] as const;
/** Keys of the queries for what can be sold at the office, with prices, free seats and booking terms. */
export const offersKeys = [openBatchesKey, packagesKey, termsKey];
/**
 * Keys of the queries that a change of an order makes outdated: orders, refunds and payments, students, and the page
 * Today.
 */
const changed = [root, ['staff-money'], ['staff-students'], ['staff-today']];

type TransferInput = { course_id: number; to_batch_id: number };

export type OrderFilter = {
  q?: string | undefined;
  state?: ListedState | undefined;
  due?: 'open' | undefined;
  settle?: 'office' | undefined;
};

export const orderQueries = {
  list: (filter: OrderFilter) =>
    infiniteQueryOptions({
      queryKey: [...root, 'list', filter],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ client, signal, pageParam }) => {
        const { q, state, due, settle } = filter;
        const query = {
          ...{
            ...(q ? { q } : {}),
            ...(state ? { state } : {}),
            ...(due ? { due } : {}),
            ...(settle ? { settle } : {}),
          },
          ...(pageParam ? { after: pageParam } : {}),
        };
        return apiOf(client).call(listStaffOrders, { query }, { signal });
      },
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getStaffOrder, { params: { id } }, { signal })).data,
    }),
  cancellation: (id: string) =>
    queryOptions({
      queryKey: [...root, 'cancellation', id],
      staleTime: 0,
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(previewCancellation, { params: { id } }, { signal })).data,
    }),
  /**
   * The query key does not begin with `root`. Otherwise a transfer of the booking would refetch the price difference,
   * which the server refuses to compute after the transfer.
   */
  transfer: (id: string, query: TransferInput) =>
    queryOptions({
      queryKey: ['staff-transfer', id, query],
      staleTime: 0,
      retry: false,
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(previewTransfer, { params: { id }, query }, { signal })).data,
    }),
  /**
   * The batches that can be booked. `student`: the id of a student; seats that a waiting list offers to them count as
   * free.
   */
  openBatches: (student?: string) =>
    queryOptions({
      queryKey: [...openBatchesKey, student ?? null],
      staleTime: 30_000,
      queryFn: async ({ client, signal }) => {
        const query = student ? { student_id: student } : {};
        return (await apiOf(client).call(listOpenBatches, { query }, { signal })).data;
      },
    }),
  packages: queryOptions({
    queryKey: packagesKey,
    staleTime: 30_000,
    queryFn: async ({ client, signal }) => (await apiOf(client).call(listSalePackages, {}, { signal })).data,
  }),
  terms: queryOptions({
    queryKey: termsKey,
    staleTime: 30_000,
    queryFn: async ({ client, signal }) => (await apiOf(client).call(getSaleTerms, {}, { signal })).data,
  }),
};

/** The mutations of an order. `key` is the idempotency key of the request. */
export const orderMutations = {
  recheck: (client: QueryClient, id: string) =>
    mutationOptions({
      mutationFn: () => apiOf(client).call(recheckStaffOrder, { params: { id } }),
      meta: { awaits: changed, successToast: 'Checked with the payment provider' },
    }),
  resend: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: () => apiOf(client).call(resendConfirmation, { params: { id } }, { key }),
      meta: { awaits: changed, successToast: 'The confirmation will be sent again' },
    }),
  resendEmail: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (email: number) => apiOf(client).call(resendOrderEmail, { params: { id, email } }, { key }),
      meta: { awaits: changed, successToast: 'The email will be sent again' },
    }),
  cancel: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof cancelStaffOrder>['body']) =>
        apiOf(client).call(cancelStaffOrder, { params: { id }, body }, { key }),
      meta: { awaits: changed, successToast: 'Booking cancelled' },
    }),
  cancelWithRefund: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof cancelWithRefund>['body']) =>
        apiOf(client).call(cancelWithRefund, { params: { id }, body }, { key }),
      meta: { awaits: changed, successToast: 'Booking cancelled' },
    }),
  transfer: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof transferStaffBooking>['body']) =>
        apiOf(client).call(transferStaffBooking, { params: { id }, body }, { key }),
      meta: { awaits: changed, successToast: 'Booking moved' },
    }),
  payDue: (client: QueryClient, id: string, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof settleDue>['body']) =>
        apiOf(client).call(settleDue, { params: { id }, body }, { key }),
      meta: { awaits: changed, successToast: 'Payment recorded' },
    }),
  sell: (client: QueryClient, key: string) =>
    mutationOptions({
      mutationFn: (body: CallInput<typeof sellAtOffice>['body']) => apiOf(client).call(sellAtOffice, { body }, { key }),
      meta: { awaits: changed, successToast: 'Sold' },
    }),
};
