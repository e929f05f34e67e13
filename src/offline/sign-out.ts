import { signOutNote } from './page-api.ts';
import { outbox } from './page-outbox.ts';
import { queryStore } from './query-store.ts';
import { tellSignOut } from './start.ts';
import { subject } from './subject.ts';
import { dropRecords } from './wipe.ts';

/**
 * Signs out here and in every tab, leaving nothing personal on the device, also without a network. The note comes first:
 * from then on no call goes out as this student, even if the tab dies half-way. Changes that wait are dropped: ask before.
 * `waiting`: the server will hear of it before any other call. `isResumed`: a sign-out that a closed tab left half-done; what
 * nobody signed may have been written since.
 */
export async function signOutHere(student: string, { isResumed = false } = {}): Promise<'done' | 'waiting'> {
  signOutNote.leave(student);
  subject.leave();
  tellSignOut(student);
  await Promise.all([dropRecords(queryStore, student), outbox.discardAll(student, { andOfNobody: !isResumed })]);
  return (await signOutNote.deliver()) ? 'done' : 'waiting';
}
