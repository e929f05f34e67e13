import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../contract/limits.ts';
import { createHourlyDeletion } from '../db/jobs/hourly-deletion.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import { deleteTriesBefore } from './password/password-tries.repo.ts';
import { tryLimits } from './password/password-tries.ts';
import { deleteResetsBefore } from './password-reset/reset-token.repo.ts';
import { deleteStaleSessions } from './session/session.repo.ts';
import { deleteTokensBefore } from './sign-in/code-token.repo.ts';
import { deleteStaleTickets } from './sign-in/ticket.repo.ts';

const hour = 3_600_000;
/**
 * How long the hashes of used tokens of the one-time-code provider are stored, in milliseconds. The provider accepts no
 * older token, so a token whose hash was deleted cannot be used a second time.
 */
const tokenRetention = 24 * hour;
/**
 * How long password reset links are stored after they were emailed, in milliseconds. Expired links are stored too,
 * because the limit of reset emails per hour is computed from the stored links.
 */
const resetRetention = 24 * hour;

/**
 * Returns a function that deletes expired sign-in sessions, lookup tickets, used one-time-code tokens, password tries
 * and password reset links, at most once an hour. Requests that insert such rows call it.
 */
export function createDeleteExpired({ db, clock }: { db: Kysely<Database>; clock: Clock }): () => Promise<void> {
  return createHourlyDeletion(clock, async (now) => {
    await deleteStaleTickets(db, new Date(now));
    await deleteStaleSessions(db, new Date(now), new Date(now - sessionLifetimes.idle));
    await deleteTokensBefore(db, new Date(now - tokenRetention));
    await deleteTriesBefore(db, new Date(now - tryLimits.forgottenAfter));
    await deleteResetsBefore(db, new Date(now - resetRetention));
  });
}
