import { failureSchema } from '../../contract/answer.ts';
import { clientHeader, clientName, markerHeader } from '../../contract/headers.ts';
import { ApiError } from './api.ts';
import { readWhole } from './read-whole.ts';

/** Downloads a private file without storing it on the device. `send`: the `fetch` to use. @throws ApiError */
export async function fetchFile(send: typeof fetch, url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const throwOffline = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiError('offline', 'No response from server');
  };
  const request = { headers: { [clientHeader]: clientName }, cache: 'no-store', signal } as const;
  const response = await send(url, request).catch(throwOffline);
  if (!response.headers.has(markerHeader)) throw new ApiError('offline', 'No response from server');
  if (!response.ok) {
    const failure = failureSchema.safeParse(await response.json().catch(() => null)).data;
    throw new ApiError('refused', 'The file could not be read.', response.status, failure ? { failure } : {});
  }
  return readWhole(response).catch(throwOffline);
}
