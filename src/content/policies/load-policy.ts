import type { QueryClient } from '@tanstack/react-query';
import { type PolicyName, policyQueries } from './policy.queries.ts';
import { antiRaggingHead, metaHead, type PolicyHead } from './policy-head.ts';

type Loaded = { head: PolicyHead };

const whenStale = { revalidateIfStale: true } as const;

/**
 * Loads the terms, refund policy or privacy policy. Returns the `pageHead` options of the page (`head`).
 * @throws ApiError
 */
export async function loadPolicy(client: QueryClient, name: PolicyName): Promise<Loaded> {
  const policy = await client.ensureQueryData({ ...policyQueries.policy(name), ...whenStale });
  return { head: metaHead(client, policy.title, policy.meta) };
}

/** Loads the anti-ragging page. Returns the `pageHead` options of the page (`head`). @throws ApiError */
export async function loadAntiRagging(client: QueryClient): Promise<Loaded> {
  const content = await client.ensureQueryData({ ...policyQueries.antiRagging(), ...whenStale });
  return { head: antiRaggingHead(client, content) };
}

/**
 * Loads the texts of the grievance page and returns the `pageHead` options of the page (`head`). If the texts cannot be
 * loaded, `head` is null and nothing is thrown, because the form on the page works without them.
 */
export async function loadGrievancePage(client: QueryClient): Promise<{ head: PolicyHead | null }> {
  const content = await client.ensureQueryData({ ...policyQueries.grievance(), ...whenStale }).catch(() => null);
  return { head: content && metaHead(client, content.title, content.meta) };
}
