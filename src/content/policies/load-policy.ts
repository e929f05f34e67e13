import type { QueryClient } from '@tanstack/react-query';
import { type PolicyName, policyQueries } from './policy.queries.ts';
import { antiRaggingHead, metaHead, type PolicyHead } from './policy-head.ts';

type Loaded = { head: PolicyHead };

const whenStale = { revalidateIfStale: true } as const;

/** Asks for terms, refund or privacy policy and answers its head. @throws ApiError where it did not come */
export async function loadPolicy(client: QueryClient, name: PolicyName): Promise<Loaded> {
  const policy = await client.ensureQueryData({ ...policyQueries.policy(name), ...whenStale });
  return { head: metaHead(client, policy.title, policy.meta) };
}

/** The same for the anti-ragging page. */
export async function loadAntiRagging(client: QueryClient): Promise<Loaded> {
  const content = await client.ensureQueryData({ ...policyQueries.antiRagging(), ...whenStale });
  return { head: antiRaggingHead(client, content) };
}

/** The same for the grievance page. Its form does without the texts around it, so their failure is no failure of the page. */
export async function loadGrievancePage(client: QueryClient): Promise<{ head: PolicyHead | null }> {
  const content = await client.ensureQueryData({ ...policyQueries.grievance(), ...whenStale }).catch(() => null);
  return { head: content && metaHead(client, content.title, content.meta) };
}
