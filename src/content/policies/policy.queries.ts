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

const longKept = {
  staleTime: cacheTimes.policies.fresh,
  gcTime: cacheTimes.policies.kept,
  meta: { persist: 'public' },
};
const kept = {
  staleTime: cacheTimes.antiRagging.fresh,
  gcTime: cacheTimes.antiRagging.kept,
  meta: { persist: 'public' },
};

/** Policies of the content service: fresh 10 minutes and kept 30, anti-ragging and grievance 5 and 10. @throws ApiError */
export const policyQueries = {
  policy: (name: PolicyName) =>
    queryOptions({
      queryKey: ['content', 'policy', name],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(policyCalls[name], {}, { signal })).data,
      ...longKept,
    }),
  antiRagging: () =>
    queryOptions({
      queryKey: ['content', 'anti-ragging'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getAntiRagging, {}, { signal })).data,
      ...kept,
    }),
  grievance: () =>
    queryOptions({
      queryKey: ['content', 'grievance'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getGrievancePage, {}, { signal })).data,
      ...kept,
    }),
};
