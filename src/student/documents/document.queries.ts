import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listDocuments, type StudentDocument } from '../../../contract/documents.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { apiOf } from '../../lib/api.ts';

export const documentQueries = {
  all: () => ['documents'] as const,
  /**
   * The student's documents, newest first, without their files. The list is saved on the device for offline use.
   * @throws ApiError
   */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...documentQueries.all(), studentId],
      queryFn: async ({ client, signal }): Promise<StudentDocument[]> =>
        (await apiOf(client).call(listDocuments, {}, { signal })).data.documents,
      staleTime: cacheTimes.documents.fresh,
      gcTime: cacheTimes.documents.inMemory,
      meta: { persist: 'student' },
    }),
};

/** Changes the cached list of documents, which is shown until the list has been refetched. */
export function changeCachedDocuments(
  client: QueryClient,
  studentId: string,
  change: (documents: StudentDocument[]) => StudentDocument[],
): void {
  client.setQueryData(documentQueries.list(studentId).queryKey, (documents: StudentDocument[] = []) =>
    change(documents),
  );
}
