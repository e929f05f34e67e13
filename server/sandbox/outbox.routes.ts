import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PlainDeclaration } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { guardPlain, plainPagePolicy } from '../http/plain.ts';
import { listMessages } from './outbox.repo.ts';
import { outboxPage } from './outbox-page.ts';

const declared: PlainDeclaration = { policy: 'loopback', rate: 'read', idempotency: 'safe' };

type OutboxParts = {
  db: Kysely<Database>;
  rates: Rates;
  /** Brings the mail that waits for the sandbox, so that who looks need not wait; null where mail goes elsewhere. */
  deliver: (() => Promise<unknown>) | null;
};

/** `/sandbox/outbox` for people and `/sandbox/outbox.json` for tests; loopback only (decisions, "Demo content"). */
export function outboxRoutes(app: FastifyInstance, { db, rates, deliver }: OutboxParts): void {
  const options = { config: { plain: declared }, onRequest: guardPlain(rates) };
  app.get('/sandbox/outbox.json', options, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    await deliver?.();
    return listMessages(db);
  });
  app.get('/sandbox/outbox', options, async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    reply.header('content-security-policy', plainPagePolicy);
    await deliver?.();
    return outboxPage(await listMessages(db));
  });
}
