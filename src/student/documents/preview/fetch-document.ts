import { clientHeader, clientName, markerHeader } from '../../../../contract/headers.ts';
import { ApiError } from '../../../lib/api.ts';
import { pageFetch } from '../../../offline/page-api.ts';

/** The bytes of a document's file; they are kept nowhere. @throws ApiError */
export async function fetchDocument(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const lost = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiError('offline', 'No response from server');
  };
  const request = { headers: { [clientHeader]: clientName }, cache: 'no-store', signal } as const;
  const answer = await pageFetch(url, request).catch(lost);
  if (!answer.headers.has(markerHeader)) throw new ApiError('offline', 'No response from server');
  if (!answer.ok) throw new ApiError('refused', 'The file could not be read.', answer.status);
  return answer.arrayBuffer().catch(lost);
}
