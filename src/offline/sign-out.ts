import { pendingSignOut } from './calls/page-api.ts';
import { connection } from './connection/page-connection.ts';
import { outbox } from './outbox/page-outbox.ts';
import { deviceStore } from './saved/device-store.ts';
import { deleteDraftsOf } from './session/drafts.ts';
import { subject } from './session/subject.ts';
import { deleteRecords } from './session/wipe.ts';
import { notifySignOut } from './start-offline.ts';

/** `sessionHintCookie` of the contract, repeated here because importing it would enlarge every page. */
const sessionHintCookie = 'landfall_hint';

/**
 * Deletes the cookie that says that a session may exist. Without this cookie, no page asks the server who is signed in,
 * even if the device could not store that a sign-out is pending. The session cookie itself still works until the server
 * has confirmed the sign-out.
 */
function deleteSessionHint(): void {
  // Set document.cookie, because not every browser has the Cookie Store API yet.
  Object.assign(document, { cookie: `${sessionHintCookie}=; max-age=0; path=/` });
}

/**
 * Signs out in every tab, also offline, and deletes all personal data from the device. This includes unsent changes, so
 * the caller must ask the student first. The pending sign-out is recorded first: from then on no call is sent as this
 * student, even if the tab is closed meanwhile.
 * Returns `waiting` if the server did not respond: the sign-out is then sent before any other call. Returns `failed` if
 * our server responded with an error: the student then stays signed in.
 */
export async function signOutHere(student: string): Promise<'done' | 'waiting' | 'failed'> {
  pendingSignOut.record(student);
  let hasFailed = false;
  const stay = () => {
    // The server responded with an error, so the student stays signed in: withdraw the sign-out. But if another tab has
    // meanwhile removed the student from this device, the sign-out stays pending. Withdrawing it would leave the
    // session open for the next visitor of this browser.
    if (subject.student !== student) return;
    hasFailed = true;
    pendingSignOut.withdraw();
  };
  // If the server is known to be unreachable, do not wait for a timeout.
  const result = connection.isOffline ? null : await pendingSignOut.send(() => subject.leave(), stay);
  if (hasFailed) return 'failed';
  const isPending = () => pendingSignOut.student === student;
  if (isPending()) deleteSessionHint();
  subject.leave();
  notifySignOut(student);
  const discarding = outbox.discardAll(student, { withAnonymous: true });
  const [, isDiscarded] = await Promise.all([deleteRecords(deviceStore, student), discarding]);
  // Record the sign-out again: a device that was full may have had no space for it until now.
  if (isPending()) pendingSignOut.record(student);
  // If the browser's storage did not respond in time, the next page that opens deletes the rows of the outbox.
  if (isDiscarded) pendingSignOut.setWiped(student);
  return result === 'done' || (result === null && (await pendingSignOut.deliver())) ? 'done' : 'waiting';
}

/**
 * Deletes the data of a student who has signed out, if the tab was closed before it had deleted everything. Anonymous
 * forms stay, because they may be newer than the sign-out. If the student has signed in again, nothing is deleted.
 */
export async function finishSignOut(): Promise<void> {
  const student = pendingSignOut.unwiped;
  if (student === null) return;
  subject.refresh();
  // While a sign-out is pending, its student cannot have signed in again. So this device must stop showing the
  // student's data.
  if (pendingSignOut.student === student) subject.leave();
  const { student: current } = subject;
  if (current !== student) {
    notifySignOut(student);
    deleteDraftsOf(student);
    const records = current === null ? deleteRecords(deviceStore, student) : deviceStore.deleteStudent(student);
    await Promise.all([records, outbox.discardAll(student)]);
  }
  pendingSignOut.setWiped(student);
}
