import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import {
  getAntiRagging,
  getGrievancePage,
  getPrivacyPolicy,
  getRefundPolicy,
  getTerms,
} from '../../../contract/policies.ts';
import { callSaved } from '../../offline/saved/saved-call.ts';

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

/** Queries for the policy pages, the anti-ragging page and the texts of the grievance page. @throws ApiError */
export const policyQueries = {
  policy: (name: PolicyName) =>
    queryOptions({
      queryKey: ['content', 'policy', name],
      queryFn: async (context) => (await callSaved(context, policyCalls[name], {})).data,
      ...policyCache,
    }),
  antiRagging: () =>
    queryOptions({
      queryKey: ['content', 'anti-ragging'],
      queryFn: async (context) => (await callSaved(context, getAntiRagging, {})).data,
      ...antiRaggingCache,
    }),
  grievance: () =>
    queryOptions({
      queryKey: ['content', 'grievance'],
      queryFn: async (context) => (await callSaved(context, getGrievancePage, {})).data,
      ...antiRaggingCache,
    }),
};
