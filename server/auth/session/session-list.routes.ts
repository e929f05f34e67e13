import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../../contract/limits.ts';
import { endSessions, listSessions, type SignedInDevice } from '../../../contract/sessions.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import type { SecurityLog } from '../../http/security-log.ts';
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

/** Lists the devices on which the student is signed in, and signs out other devices. */
export function sessionListRoutes(mount: Mount, { clock, security }: { clock: Clock; security: SecurityLog }): void {
  mount(listSessions, async ({ db, subject }) => ({ statusCode: 200, data: await readDevices(db, subject, clock) }));

  mount(endSessions, async ({ body, db, subject, reply }) => {
    const { studentId, sessionId } = subject;
    if (body.id === sessionId)
      throw refuse(endSessions.refusals, 'CURRENT_SESSION', 'Log out to end the session of this device.');
    if (body.id === undefined) await endOtherSessions(db, studentId, sessionId);
    else if (await endSessionOf(db, studentId, body.id))
      security.record('object.foreign', { request: reply.request, account: studentId }, {});
    return { statusCode: 200, data: await readDevices(db, subject, clock) };
  });
}
