import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { makeBatchChoice, readBatchChoice } from '../../../contract/batch-choice.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { apiOf } from '../../lib/api.ts';

/** A student's decision about a moved or cancelled batch. */
export type Decision = Pick<CallInput<typeof makeBatchChoice>['body'], 'choice' | 'batch_id'>;

export const batchChoiceQueries = {
  /** The choice that the link with this token offers. @throws ApiError LINK_INVALID */
  one: (token: string) =>
    queryOptions({
      queryKey: ['batch-choice', token],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(readBatchChoice, { body: { token } }, { signal })).data,
      retry: false,
    }),
};

export const batchChoiceMutations = {
  /** Stores the decision. `key` is the idempotency key. */
  choose: (token: string, key: string) =>
    mutationOptions({
      mutationFn: async (decision: Decision, { client }) =>
        (await apiOf(client).call(makeBatchChoice, { body: { token, ...decision } }, { key })).data,
      onSuccess: (data, _decision, _result, { client }) =>
        client.setQueryData(batchChoiceQueries.one(token).queryKey, data),
    }),
};
