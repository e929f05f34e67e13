import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { legacyPath, type Redirect } from '../../contract/redirects.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import { readRedirects } from './content.repo.ts';

/**
 * How long redirects are cached in memory. The first request after that time starts to reload them, but still uses the
 * old ones, so it does not wait.
 */
const maxAgeMs = 10_000;
const notPages = /^\/(api|sandbox|wp-json|media|assets)(\/|$)|\.[a-z0-9]{1,12}$/i;

/** Returns a function that finds the new path for a path of the old site; null if that path has no redirect. */
function createRedirectTable(read: () => Promise<readonly Redirect[]>, clock: Clock) {
  let targets: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    // Ignore errors of the database, because pages must work while it is unavailable.
    const redirects = await read().catch(() => null);
    if (redirects) targets = new Map(redirects.map(({ from, to }) => [legacyPath(from), to]));
    refreshing = null;
  }

  return async (pathname: string): Promise<string | null> => {
    const isFirst = readAt === Number.NEGATIVE_INFINITY;
    if (Math.abs(clock.now() - readAt) >= maxAgeMs) {
      readAt = clock.now();
      refreshing ??= refresh();
    }
    if (isFirst || targets.size === 0) await refreshing;
    return targets.get(legacyPath(pathname)) ?? null;
  };
}

/** Redirects paths of the old site with 301. The query string stays the same (docs/product.md#routes). */
export function redirectOldAddresses(
  server: FastifyInstance,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): void {
  const find = createRedirectTable(() => readRedirects(db), clock);
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const [path = '', query] = request.url.split('?', 2);
    if (notPages.test(path)) return;
    const target = await find(path);
    if (target)
      return reply.header('cache-control', 'public, max-age=3600').redirect(query ? `${target}?${query}` : target, 301);
  });
}
