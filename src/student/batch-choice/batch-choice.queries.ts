import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { makeBatchChoice, readBatchChoice } from '../../../contract/batch-choice.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { apiOf } from '../../lib/api.ts';
import { orderQueries } from '../orders/order.queries.ts';

/**
 * A student's decision after a batch was moved or cancelled: to accept the new dates, get a refund, or take another
 * batch.
 */
export type Decision = Pick<CallInput<typeof makeBatchChoice>['body'], 'choice' | 'batch_id'>;

export const batchChoiceQueries = {
  /**
   * The student's choices after a batch was moved or cancelled. `token` is part of the link that was emailed to the
   * student. @throws ApiError LINK_INVALID
   */
  one: (token: string) =>
    queryOptions({
      queryKey: ['batch-choice', token],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(readBatchChoice, { body: { token } }, { signal })).data,
      retry: false,
    }),
};

export const batchChoiceMutations = {
  /** Stores the student's decision. `key` is the idempotency key of the request. */
  choose: (token: string, key: string) =>
    mutationOptions({
      mutationFn: async (decision: Decision, { client }) =>
        (await apiOf(client).call(makeBatchChoice, { body: { token, ...decision } }, { key })).data,
      onSuccess: (data, _decision, _result, { client }) =>
        client.setQueryData(batchChoiceQueries.one(token).queryKey, data),
      // The choice may change a signed-in student's orders, booked courses and payments. The query keys of all three
      // begin with `orderQueries.all()`.
      meta: { invalidates: [orderQueries.all()] },
    }),
};
