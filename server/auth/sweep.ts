import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../contract/limits.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import { deleteTokensBefore } from './code-token.repo.ts';
import { deleteTriesBefore } from './password-tries.repo.ts';
import { tryPace } from './password-tries.ts';
import { deleteResetsBefore } from './reset-token.repo.ts';
import { deleteStaleSessions } from './session.repo.ts';
import { deleteStaleTickets } from './ticket.repo.ts';

const hour = 3_600_000;
/** A provider's token is long dead by then, so that a forgotten hash lets nobody in. */
const tokensKept = 24 * hour;
/** Long enough to count the mails of an hour. */
const resetsKept = 24 * hour;

/** Deletes what has expired, at most once an hour: called where new rows are made. */
export function createSweep({ db, clock }: { db: Kysely<Database>; clock: Clock }): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - sweptAt < hour) return;
    sweptAt = now;
    await deleteStaleTickets(db, new Date(now));
    await deleteStaleSessions(db, new Date(now), new Date(now - sessionLifetimes.idle));
    await deleteTokensBefore(db, new Date(now - tokensKept));
    await deleteTriesBefore(db, new Date(now - tryPace.forgottenAfter));
    await deleteResetsBefore(db, new Date(now - resetsKept));
  };
}
