import { pendingSignOut } from './calls/page-api.ts';
import { outbox } from './outbox/page-outbox.ts';
import { deviceStore } from './saved/device-store.ts';
import { subject } from './session/subject.ts';
import { deleteRecords } from './session/wipe.ts';
import { notifySignOut } from './start-offline.ts';

/**
 * Signs out in every tab, also offline, and deletes all personal data from the device. The pending sign-out is recorded
 * first: from then on no call is sent as this student, even if the tab closes half-way. Unsent changes are deleted, so
 * the caller must ask the student first. Returns `waiting` if the sign-out has not reached the server yet; it is then
 * sent before any other call. `isResumed`: completes the sign-out of a closed tab, but does not delete anonymous forms,
 * which may be newer.
 */
export async function signOutHere(student: string, { isResumed = false } = {}): Promise<'done' | 'waiting'> {
  pendingSignOut.record(student);
  subject.leave();
  notifySignOut(student);
  await Promise.all([deleteRecords(deviceStore, student), outbox.discardAll(student, { withAnonymous: !isResumed })]);
  return (await pendingSignOut.deliver()) ? 'done' : 'waiting';
}
