import { markerHeader } from '../../../contract/headers.ts';
import { newsPagesHeader } from '../../../contract/news-categories.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import type { VoyageStore } from './voyage-store.ts';

const storedAt = (answer: Response | undefined) => Number(answer?.headers.get(savedAtHeader) ?? 0);

/**
 * The answer of a public GET that is on the device: what a visit stored, or what was saved for a voyage, whichever is
 * newer. `address` has its query in one order (`savedKey`).
 */
export async function newerAnswer(
  stored: Response | undefined,
  { address, store }: { address: string; store: Pick<VoyageStore, 'readAnswer'> },
): Promise<Response | undefined> {
  const { pathname, search } = new URL(address);
  // A browser that keeps nothing has nothing saved.
  const saved = await store.readAnswer(pathname + search).catch(() => undefined);
  if (!saved || saved.savedAt <= storedAt(stored)) return stored;
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    [markerHeader]: 'voyage',
    [savedAtHeader]: String(saved.savedAt),
  });
  if (saved.pages !== undefined) headers.set(newsPagesHeader, String(saved.pages));
  return new Response(saved.text, { headers });
}
