/// <reference lib="webworker" />
/** Workbox's precache, as far as it is needed here. */
type Release = {
  getURLsToCacheKeys: () => Map<string, string>;
  strategy: {
    handleAll(asked: {
      request: Request;
      event: ExtendableEvent;
      params: { cacheKey: string };
    }): [Promise<Response>, Promise<void>];
  };
};

/** `pack`: address of the file that holds most parts (setup/pack-parts.mjs); `fetchOurs` fails where not our server answers. */
export type ReleaseParts = {
  release: Release;
  cache: Pick<Cache, 'keys' | 'put'>;
  pack: string | null;
  fetchOurs: (address: string) => Promise<Response>;
};

/** Most browsers fetch no more at a time from one place; an installing worker's are fewer still. */
const atOnce = 6;
/** Share of the parts that must be missing: an update costs what has changed, also where that takes longer. */
const worthPack = 0.5;

const mediaTypeOf = (address: string) => (address.endsWith('.css') ? 'text/css' : 'text/javascript');

/** Stores those of the wanted parts that the pack has; the rest is fetched one by one, and where it can't be read all of them. */
async function storePacked(wanted: ReadonlySet<string>, pack: string, { cache, fetchOurs }: ReleaseParts) {
  const answer = await fetchOurs(pack);
  const texts: Record<string, string> = await answer.json();
  const addressed = Object.entries(texts).map(
    ([address, text]) => [new URL(`/${address}`, answer.url).href, text] as const,
  );
  const here = addressed.filter(([address]) => wanted.has(address));
  for (const [address, text] of here) {
    const headers = { 'content-type': `${mediaTypeOf(address)}; charset=utf-8` };
    await cache.put(address, new Response(text, { headers }));
  }
}

/** What is not stored yet, as address and key: an earlier try or release may have left some. */
async function missingOf({ release, cache }: ReleaseParts): Promise<Array<[string, string]>> {
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  return [...release.getURLsToCacheKeys()].filter(([, key]) => !stored.has(key));
}

/**
 * Fetches and stores every part of a release, while it is being installed. What the page has loaded comes out of the HTTP
 * cache. Fails where a part fails: a release is there as a whole or not; the next try goes on from what is stored.
 */
export async function fetchRelease(parts: ReleaseParts, event: ExtendableEvent): Promise<void> {
  const { release, pack } = parts;
  const before = await missingOf(parts);
  if (pack && before.length > worthPack * release.getURLsToCacheKeys().size)
    await storePacked(new Set(before.map(([url]) => url)), pack, parts).catch(() => {});
  const waiting = await missingOf(parts);
  const keepOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [url, cacheKey] = next;
      // A name without a hash stands for something else in each release: its key has the hash, its answer must be new.
      const cache = url === cacheKey ? 'default' : 'reload';
      const request = new Request(url, { cache, credentials: 'same-origin' });
      await Promise.all(release.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepOn));
}
