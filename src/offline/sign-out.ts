import { pendingSignOut } from './calls/page-api.ts';
import { connection } from './connection/page-connection.ts';
import { outbox } from './outbox/page-outbox.ts';
import { deviceStore } from './saved/device-store.ts';
import { subject } from './session/subject.ts';
import { deleteRecords } from './session/wipe.ts';
import { notifySignOut } from './start-offline.ts';

/**
 * Signs out in every tab, also offline, and deletes all personal data from the device. The pending sign-out is recorded
 * first: from then on no call is sent as this student, even if the tab is closed meanwhile. Unsent changes are deleted,
 * so the caller must ask the student first. Returns `waiting` if the server did not answer: the sign-out is then sent
 * before any other call. Returns `failed` if our server answered with an error: the student then stays signed in.
 * `isResumed`: completes the sign-out of a closed tab, but does not delete anonymous forms, which may be newer.
 */
export async function signOutHere(student: string, { isResumed = false } = {}): Promise<'done' | 'waiting' | 'failed'> {
  pendingSignOut.record(student);
  // If the server is known to be unreachable, do not wait for a timeout.
  const result = isResumed || connection.isOffline ? null : await pendingSignOut.send();
  // If another page was opened while the server worked, it has signed the device out. Then the sign-out must stay pending:
  // otherwise the next visitor of this browser would find the session still open.
  if ((result === 'failed' || result === 'refused') && subject.student === student) {
    pendingSignOut.withdraw();
    return 'failed';
  }
  subject.leave();
  notifySignOut(student);
  await Promise.all([deleteRecords(deviceStore, student), outbox.discardAll(student, { withAnonymous: !isResumed })]);
  return result === 'done' || (result === null && (await pendingSignOut.deliver())) ? 'done' : 'waiting';
}
