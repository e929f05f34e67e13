import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { createSessions } from '../auth/sessions.ts';
import type { createTickets } from '../auth/tickets.ts';
import type { Database } from '../db/schema.ts';
import type { Env } from '../env.ts';
import type { Mount } from '../http/mount.ts';
import type { PublicCache } from '../http/public-cache.ts';
import type { createRates } from '../http/rates.ts';
import type { Clock } from '../providers/clock.ts';
import type { Ports } from '../providers/ports.ts';

/** What every domain is composed from. */
export type Foundation = {
  env: Env;
  db: Kysely<Database>;
  clock: Clock;
  server: FastifyInstance;
  mount: Mount;
  rates: ReturnType<typeof createRates>;
  cache: PublicCache;
  sessions: ReturnType<typeof createSessions>;
  tickets: ReturnType<typeof createTickets>;
  ports: Ports;
};
