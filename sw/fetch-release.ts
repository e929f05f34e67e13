/// <reference lib="webworker" />
import { policyIdHeader } from '../contract/headers.ts';
import { readWhole } from '../src/lib/read-whole.ts';
import { retryAfterOf } from '../src/lib/retry-after.ts';

/** The methods of Workbox's `PrecacheController` that `fetchRelease` needs. */
type Release = {
  getURLsToCacheKeys: () => Map<string, string>;
  strategy: {
    handleAll(options: {
      request: Request;
      event: ExtendableEvent;
      params: { cacheKey: string };
    }): [Promise<Response>, Promise<void>];
  };
};

/**
 * What `fetchRelease` needs. `pack`: URL of the file that contains most assets of the release
 * (setup/build/pack-parts.ts); null if there is none. `fetchOurs`: a fetch that rejects responses that are not from our
 * server.
 */
export type ReleaseDeps = {
  release: Release;
  cache: Pick<Cache, 'keys' | 'put'>;
  pack: string | null;
  fetchOurs: (file: string | Request) => Promise<Response>;
  /** Whether the service worker must store the release's file with this URL. */
  isWanted: (url: string) => boolean;
};

/**
 * Thrown if a file of the release could not be fetched. `retryAfterMs`: the time until the next try, from the
 * Retry-After header of our server's response; 0 if the response has none.
 */
export class MissingFileError extends Error {
  override name = 'MissingFileError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('A file of the release did not arrive');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Number of assets fetched at the same time. More requests would only wait, because browsers open about six connections
 * to one server.
 */
const maxParallel = 6;
/**
 * If more than this share of the assets is missing, the pack (one file with most assets) is fetched. Otherwise each
 * missing asset is fetched on its own.
 */
const packThreshold = 0.5;

const mediaTypeOf = (url: string) => (url.endsWith('.css') ? 'text/css' : 'text/javascript');

/** Fetches the pack, which is one file with most assets of the release, and stores the wanted assets from it. */
async function storePacked(wanted: ReadonlySet<string>, pack: string, { cache, fetchOurs }: ReleaseDeps) {
  const response = await fetchOurs(pack);
  const texts: Record<string, string> = await response.json();
  const assets = Object.entries(texts).map(([path, text]) => [new URL(`/${path}`, response.url).href, text] as const);
  for (const [url, text] of assets.filter(([url]) => wanted.has(url))) {
    const headers = { 'content-type': `${mediaTypeOf(url)}; charset=utf-8` };
    await cache.put(url, new Response(text, { headers }));
  }
}

/** Whether a file has a hash in its name. Other files have a revision in their cache key instead. */
const isHashed = ([url, cacheKey]: readonly [string, string]) => url === cacheKey;

/**
 * URLs and cache keys of the wanted assets that are not stored yet. An earlier attempt or an earlier release may have
 * stored some assets already.
 */
async function missingOf({ release, cache, isWanted }: ReleaseDeps): Promise<Array<[string, string]>> {
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const assets = [...release.getURLsToCacheKeys()].filter(isHashed);
  return assets.filter(([url, key]) => isWanted(url) && !stored.has(key));
}

/** A file name without its content hash. This name is the same in every release. */
const nameOf = (url: string) => url.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/**
 * Chooses which files of a release to store in low-data mode: the core files (`setup/build/core-files.ts`), and the new
 * versions of the files that are already stored. What a student has opened thus stays readable offline.
 */
export function choiceForLowData(core: ReadonlySet<string>, stored: readonly string[]): (url: string) => boolean {
  const names = new Set(stored.map(nameOf));
  return (url) => core.has(url) || names.has(nameOf(url));
}

/**
 * What `storeUnhashed` needs. `policyId`: the id of the shell's Content-Security-Policy, which the server has written
 * into the worker's script; undefined if it has written none.
 */
type UnhashedDeps = Pick<ReleaseDeps, 'cache' | 'fetchOurs'> & {
  release: Pick<Release, 'getURLsToCacheKeys'> & { getIntegrityForCacheKey: (cacheKey: string) => string | undefined };
  policyId: string | undefined;
};

/**
 * Fetches and stores the files without a hash in their names, such as the shell, while the worker is being installed.
 * Files that are stored already are fetched again, because the server may now send them with a new
 * Content-Security-Policy or a new name of the academy. Rejects if the shell or its script belongs to another release
 * than this worker, or if the shell has another policy than `policyId`: during an upgrade, processes of two releases
 * run.
 */
export async function storeUnhashed({ release, cache, fetchOurs, policyId }: UnhashedDeps): Promise<void> {
  const store = async ([url, cacheKey]: readonly [string, string]) => {
    // The file may have changed since the last release, so do not read it from the HTTP cache. The browser rejects a
    // file whose content does not match `integrity`.
    const integrity = release.getIntegrityForCacheKey(cacheKey) ?? '';
    const response = await fetchOurs(new Request(url, { cache: 'reload', credentials: 'same-origin', integrity }));
    if ((response.headers.get(policyIdHeader) ?? policyId) !== policyId)
      throw new Error('The shell has another Content-Security-Policy than the worker expects');
    await cache.put(cacheKey, new Response(await readWhole(response), response));
  };
  await Promise.all([...release.getURLsToCacheKeys()].filter((file) => !isHashed(file)).map(store));
}

/**
 * Fetches and stores the wanted assets of a release that have a hash in their names, usually while the worker is being
 * installed. Assets that the page has loaded come from the HTTP cache. Rejects if an asset cannot be fetched, so that
 * no release is installed in part. The next attempt fetches only what is still missing.
 */
export async function fetchRelease(deps: ReleaseDeps, event: ExtendableEvent): Promise<void> {
  const { release, pack } = deps;
  const missing = await missingOf(deps);
  if (pack && missing.length > packThreshold * release.getURLsToCacheKeys().size)
    // If the pack (one file with most assets) cannot be fetched or read, all missing assets are fetched one by one.
    await storePacked(new Set(missing.map(([url]) => url)), pack, deps).catch(() => {});
  const queue = await missingOf(deps);
  const fetchFromQueue = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [url, cacheKey] = next;
      const request = new Request(url, { credentials: 'same-origin' });
      const [response] = await Promise.all(release.strategy.handleAll({ params: { cacheKey }, request, event }));
      if (!response.ok) throw new MissingFileError(retryAfterOf(response.headers));
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, fetchFromQueue));
  // If a response was cut, Workbox's strategy does not store it and reports no error, so check what is stored.
  if ((await missingOf(deps)).length > 0) throw new MissingFileError(0);
}
