import { markerHeader } from '../../../contract/headers.ts';
import { newsPagesHeader } from '../../../contract/news-categories.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import type { LibraryStore } from './library-store.ts';

/**
 * How many ms to wait for the offline library in IndexedDB. Some browsers never finish opening IndexedDB and report no
 * error; on a cheap phone with a full disk, opening it may take many seconds. `withVisited`: a response saved during a
 * visit can be used instead. `withoutVisited`: there is none, so wait longer before the student sees an error.
 */
const readTimeoutMs = { withVisited: 4_000, withoutVisited: 30_000 };

const savedAtOf = (response: Response | undefined) => Number(response?.headers.get(savedAtHeader) ?? 0);

/**
 * Returns the newer of two saved responses to a public GET request: `cached`, which was saved when a page was visited,
 * or the one in the offline library. Undefined if there is neither. `address`: the URL, with its query in a fixed order
 * (`savedKey`).
 */
export async function newerResponse(
  cached: Response | undefined,
  { address, store }: { address: string; store: Pick<LibraryStore, 'readResponse'> },
): Promise<Response | undefined> {
  const { pathname, search } = new URL(address);
  // If the browser cannot open its storage, or does not open it in time, the offline library counts as empty.
  const timeoutMs = cached ? readTimeoutMs.withVisited : readTimeoutMs.withoutVisited;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const saved = await Promise.race([store.readResponse(pathname + search).catch(() => undefined), late]);
  if (!saved || saved.savedAt <= savedAtOf(cached)) return cached;
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    [markerHeader]: 'offline-library',
    [savedAtHeader]: String(saved.savedAt),
  });
  if (saved.pages !== undefined) headers.set(newsPagesHeader, String(saved.pages));
  return new Response(saved.text, { headers });
}
