import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { deleteAllDrafts } from './drafts.ts';
import { endPush } from './end-push.ts';
import { signOutKeys } from './pending-sign-out.ts';
import { deviceStorage } from './subject.ts';

/**
 * Removes everything from the query cache that is not public, except the queries under the key `identity` (who is
 * signed in).
 */
export function clearStudentQueries(queryClient: QueryClient, identity: QueryKey): void {
  queryClient.getMutationCache().clear();
  const cache = queryClient.getQueryCache();
  const known = new Set(cache.findAll({ queryKey: identity }));
  for (const query of cache.findAll({ predicate: ({ meta }) => meta?.persist !== 'public' })) {
    if (known.has(query)) continue;
    void query.cancel({ silent: true });
    // Reset each query, so that mounted screens render without its data. Remove only queries that no screen uses.
    query.reset();
    if (!query.isActive()) cache.remove(query);
  }
}

/**
 * Deletes a student's data from the device: saved queries and values, drafts, push messages and all `landfall:` keys in
 * localStorage except those of a pending sign-out and the flag for waiting anonymous forms.
 */
export async function deleteRecords(
  storage: { deleteStudent: (student: string) => Promise<void> },
  student: string,
): Promise<void> {
  deleteAllDrafts();
  void endPush();
  const device = deviceStorage();
  for (const key of Object.keys(device ?? {}))
    if (key.startsWith('landfall:') && !signOutKeys.includes(key)) device?.removeItem(key);
  await storage.deleteStudent(student);
}
