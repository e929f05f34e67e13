import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { acceptTerms, getTermsToAccept, type TermsToAccept } from '../../../contract/terms.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

export const termsQueries = {
  /**
   * The terms that the student must accept again; null if there are none. Until they are accepted, they are refetched
   * whenever the student returns to the browser tab, because they may have been accepted in another tab.
   */
  toAccept: (studentId: string) =>
    queryOptions({
      queryKey: ['terms-to-accept', studentId],
      queryFn: async ({ client, signal }): Promise<TermsToAccept | null> =>
        (await apiOf(client).call(getTermsToAccept, {}, { signal })).data,
      staleTime: cacheTimes.student.fresh,
      gcTime: cacheTimes.student.inMemory,
      refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
      meta: { persist: 'student' },
    }),
};

export const termsMutations = {
  /** Accepts the terms. If they have changed again meanwhile, refetches them. */
  accept: (studentId: string) => {
    const { queryKey } = termsQueries.toAccept(studentId);
    return mutationOptions({
      mutationFn: async ({ version }: TermsToAccept, { client }) =>
        (await apiOf(client).call(acceptTerms, { body: { version } })).data,
      // Cancel running requests for the student's terms: their responses would show the terms as not accepted.
      onMutate: (_terms, { client }) => client.cancelQueries({ queryKey }),
      onSuccess: (left, _terms, _result, { client }) => client.setQueryData(queryKey, left),
      onError(error, _terms, _result, { client }) {
        if (isRefusal(error, acceptTerms, 'TERMS_CHANGED')) void client.invalidateQueries({ queryKey });
      },
    });
  },
};
