import type { QueryClient } from '@tanstack/react-query';
import { dropAllDrafts } from './drafts.ts';
import { studentPrefix } from './query-persistence.ts';
import type { QueryStore } from './query-store.ts';

/** Empties this page of everything that is not public: shown answers, sent forms and drafts. */
export function forgetStudent(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear();
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ predicate: ({ meta }) => meta?.persist !== 'public' })) {
    void query.cancel({ silent: true });
    // Screens that still show it are emptied before it goes.
    query.reset();
    if (!query.isActive()) cache.remove(query);
  }
  dropAllDrafts();
}

/** Deletes what the device keeps for a student, all records under the student's key. */
export async function dropRecords(storage: Pick<QueryStore, 'entries' | 'removeItem'>, student: string): Promise<void> {
  const records = await storage.entries();
  const own = records.filter(([key]) => key.startsWith(`${studentPrefix(student)}-`));
  await Promise.all(own.map(([key]) => storage.removeItem(key)));
}
