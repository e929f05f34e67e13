import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { legacyPath, type Redirect } from '../../contract/redirects.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import { readRedirects } from './content.repo.ts';

/** Milliseconds after which the table is read again, behind the page that asks. */
const freshFor = 10_000;
const notPages = /^\/(api|sandbox|wp-json|media|assets)(\/|$)|\.[a-z0-9]{1,12}$/i;

/** Finds where an old address leads; null where it is none, also while no content is loaded. */
export function createRedirectTable(read: () => Promise<readonly Redirect[]>, clock: Clock) {
  let targets: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    // A database that is away must not take the pages with it.
    const redirects = await read().catch(() => null);
    if (redirects) targets = new Map(redirects.map(({ from, to }) => [legacyPath(from), to]));
    underway = null;
  }

  return async (pathname: string): Promise<string | null> => {
    const isFirst = readAt === Number.NEGATIVE_INFINITY;
    if (Math.abs(clock.now() - readAt) >= freshFor) {
      readAt = clock.now();
      underway ??= refresh();
    }
    if (isFirst || targets.size === 0) await underway;
    return targets.get(legacyPath(pathname)) ?? null;
  };
}

/** Answers addresses of the old site with 301, the query kept (document 2, section 2 "Redirect table"). */
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
