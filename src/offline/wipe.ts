import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { dropAllDrafts } from './drafts.ts';
import { studentPrefix } from './query-persistence.ts';
import type { QueryStore } from './query-store.ts';
import { notePlace } from './sign-out-note.ts';
import { deviceStorage } from './subject.ts';

/** Empties this page's memory of everything that is not public; `identity` are the queries that say who is signed in. */
export function forgetStudent(queryClient: QueryClient, identity: QueryKey): void {
  queryClient.getMutationCache().clear();
  const cache = queryClient.getQueryCache();
  const known = new Set(cache.findAll({ queryKey: identity }));
  for (const query of cache.findAll({ predicate: ({ meta }) => meta?.persist !== 'public' })) {
    if (known.has(query)) continue;
    void query.cancel({ silent: true });
    // Screens that still show it are emptied before it goes.
    query.reset();
    if (!query.isActive()) cache.remove(query);
  }
}

/** Deletes what the device keeps for a student: all records under the student's key, drafts, and who it was. */
export async function dropRecords(storage: Pick<QueryStore, 'entries' | 'removeItem'>, student: string): Promise<void> {
  dropAllDrafts();
  const device = deviceStorage();
  for (const key of Object.keys(device ?? {}))
    if (key.startsWith('landfall:') && key !== notePlace) device?.removeItem(key);
  const records = await storage.entries();
  const own = records.filter(([key]) => key.startsWith(`${studentPrefix(student)}-`));
  await Promise.all(own.map(([key]) => storage.removeItem(key)));
}
