import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../../contract/limits.ts';
import { endSessions, listSessions, type SignedInDevice } from '../../../contract/sessions.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import type { SecurityLog } from '../../http/security-log.ts';
import { lockAccount } from '../account.repo.ts';
import { deviceName } from './device-name.ts';
import { endOtherSessions, endSessionOf, listSessionsOf } from './session-list.repo.ts';

async function readDevices(db: Kysely<Database>, subject: Subject, clock: Clock): Promise<SignedInDevice[]> {
  const now = clock.now();
  const live = { now: new Date(now), seenAfter: new Date(now - sessionLifetimes.idle) };
  const devices = (await listSessionsOf(db, subject.studentId, live)).map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    is_current: session.id === subject.sessionId,
    signed_in_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
  }));
  return devices.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
}

type SessionListDeps = {
  clock: Clock;
  security: SecurityLog;
  /** Deletes the student's lookup tickets in all browsers. */
  deleteTicketsOf: (tx: Tx, studentId: string) => Promise<void>;
};

/** Lists the devices on which the student is signed in, and signs out other devices. */
export function sessionListRoutes(mount: Mount, { clock, security, deleteTicketsOf }: SessionListDeps): void {
  mount(listSessions, async ({ db, subject }) => ({ statusCode: 200, data: await readDevices(db, subject, clock) }));

  mount(endSessions, async ({ body, db, subject, reply }) => {
    const { studentId, sessionId } = subject;
    if (body.id === sessionId)
      throw refuse(endSessions.refusals, 'CURRENT_SESSION', 'Log out to end the session of this device.');
    const isForeign = await inTransaction(db, async (tx) => {
      // A sign-in locks the account too. One that runs at the same time either stores its session before the sessions
      // are ended here, or comes later: a one-time code is then refused, because the lookup ticket is gone.
      await lockAccount(tx, studentId);
      // A browser may repeat a sign-in by a one-time code while it has its lookup ticket. Delete the tickets, so that
      // the devices stay signed out.
      await deleteTicketsOf(tx, studentId);
      if (body.id !== undefined) return endSessionOf(tx, studentId, body.id);
      await endOtherSessions(tx, studentId, sessionId);
      return false;
    });
    if (isForeign) security.record('object.foreign', { request: reply.request, account: studentId }, {});
    return { statusCode: 200, data: await readDevices(db, subject, clock) };
  });
}
