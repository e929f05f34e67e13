import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { AccountRates } from '../http/rates/rates.ts';
import type { SecurityLog } from '../http/security-log.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { StaffSessions } from './session/staff-sessions.ts';

/** Counts attempts at guessing a password or code (see `createPasswordTries`). */
type CountTries = (guesser: { account: string; address: string; device: string | null }) => Promise<void>;
type KnownAccount = { id: string; password_hash: string | null };

/** What the calls for staff accounts need from other domains. `server/composition/staff.ts` provides it. */
export type StaffDeps = {
  db: Kysely<Database>;
  clock: Clock;
  secret: string;
  mail: Mail;
  rates: AccountRates;
  security: SecurityLog;
  sessions: StaffSessions;
  /**
   * The site's configured URL (PUBLIC_URL). Passkeys are bound to its origin or, if it is not set, to the origin of the
   * request.
   */
  publicUrl: string | undefined;
  /** Whether the staff accounts of the demo may sign in; false in production. */
  withDemo: boolean;
  hashPassword: (password: string) => Promise<string>;
  verifyPassword: (passwordHash: string | null, password: string) => Promise<boolean>;
  /** Returns why a new password is too easy to guess; null if it is not. */
  whyGuessable: (password: string) => Promise<string | null>;
  deviceName: (userAgent: string | null) => string;
  tries: {
    requireAllowed: CountTries;
    count: CountTries;
    forget: CountTries;
  };
  devices: {
    find(request: FastifyRequest, account: KnownAccount | undefined): string | null;
    remember(reply: FastifyReply, account: KnownAccount): void;
  };
};
