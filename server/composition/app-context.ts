import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { createSessions } from '../auth/session/sessions.ts';
import type { createTickets } from '../auth/sign-in/tickets.ts';
import type { Database } from '../db/schema.ts';
import type { Env } from '../env.ts';
import type { Clock } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import type { PublicCache } from '../http/public-cache.ts';
import type { DailyLimits } from '../http/rates/daily-limits.ts';
import type { createRates } from '../http/rates/rates.ts';
import type { SecurityLog } from '../http/security-log.ts';
import type { Ports } from '../providers/ports.ts';
import type { Notifications } from '../providers/push/push.ts';
import type { StaffSessions } from '../staff/session/staff-sessions.ts';

/**
 * What every `compose…` function gets: the configuration, the database, the server and the services that all domains
 * share.
 */
export type AppContext = {
  env: Env;
  db: Kysely<Database>;
  clock: Clock;
  server: FastifyInstance;
  mount: Mount;
  rates: ReturnType<typeof createRates>;
  dailyLimits: DailyLimits;
  cache: PublicCache;
  sessions: ReturnType<typeof createSessions>;
  tickets: ReturnType<typeof createTickets>;
  staffSessions: StaffSessions;
  ports: Ports;
  notifications: Notifications;
  security: SecurityLog;
};
