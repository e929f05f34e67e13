import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import {
  getAntiRagging,
  getGrievancePage,
  getPrivacyPolicy,
  getRefundPolicy,
  getTerms,
} from '../../../contract/policies.ts';
import { apiOf } from '../../lib/api.ts';

const policyCalls = { terms: getTerms, refund: getRefundPolicy, privacy: getPrivacyPolicy };
export type PolicyName = keyof typeof policyCalls;

const policyCache = {
  staleTime: cacheTimes.policies.fresh,
  gcTime: cacheTimes.policies.inMemory,
  meta: { persist: 'public' },
};
const antiRaggingCache = {
  staleTime: cacheTimes.antiRagging.fresh,
  gcTime: cacheTimes.antiRagging.inMemory,
  meta: { persist: 'public' },
};

/** The policy pages, the anti-ragging page and the texts of the grievance page. @throws ApiError */
export const policyQueries = {
  policy: (name: PolicyName) =>
    queryOptions({
      queryKey: ['content', 'policy', name],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(policyCalls[name], {}, { signal })).data,
      ...policyCache,
    }),
  antiRagging: () =>
    queryOptions({
      queryKey: ['content', 'anti-ragging'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getAntiRagging, {}, { signal })).data,
      ...antiRaggingCache,
    }),
  grievance: () =>
    queryOptions({
      queryKey: ['content', 'grievance'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getGrievancePage, {}, { signal })).data,
      ...antiRaggingCache,
    }),
};
