import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PlainDeclaration } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { guardPlain } from '../http/plain.ts';
import { listMessages } from './outbox.repo.ts';
import { outboxPage } from './outbox-page.ts';

const declared: PlainDeclaration = { policy: 'loopback', rate: 'read', idempotency: 'safe' };

/** `/sandbox/outbox` for people and `/sandbox/outbox.json` for tests; loopback only (decisions, "Demo content"). */
export function outboxRoutes(app: FastifyInstance, { db, rates }: { db: Kysely<Database>; rates: Rates }): void {
  const options = { config: { plain: declared }, onRequest: guardPlain(rates) };
  app.get('/sandbox/outbox.json', options, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    return listMessages(db);
  });
  app.get('/sandbox/outbox', options, async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    return outboxPage(await listMessages(db));
  });
}
