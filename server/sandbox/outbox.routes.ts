import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { guardPlainRoute, plainPagePolicy } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { listMessages } from './outbox.repo.ts';
import { outboxPage } from './outbox-page.ts';

const declared: PlainDeclaration = { policy: 'loopback', rate: 'read', idempotency: 'safe' };

type OutboxDeps = {
  db: Kysely<Database>;
  rates: Rates;
  /**
   * Delivers queued emails before the outbox is shown, so that the list is current. Null if emails are sent by SMTP
   * instead.
   */
  deliver: (() => Promise<unknown>) | null;
};

/**
 * The routes that show the sandbox outbox: `/sandbox/outbox` for people and `/sandbox/outbox.json` for tests. They can
 * be opened only from the machine on which the server runs.
 */
export function outboxRoutes(app: FastifyInstance, { db, rates, deliver }: OutboxDeps): void {
  const options = { config: { plain: declared }, onRequest: guardPlainRoute(rates) };
  app.get('/sandbox/outbox.json', options, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    await deliver?.();
    return listMessages(db);
  });
  app.get('/sandbox/outbox', options, async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    setPageHeaders(reply, plainPagePolicy);
    await deliver?.();
    return outboxPage(await listMessages(db));
  });
}
