import { signOutNote } from './page-api.ts';
import { startOutbox } from './page-outbox.ts';
import { signOutHere } from './sign-out.ts';

/** Once the page stands: ends a sign-out that a closed tab left half-done, and sends what waits. */
export function startSending(): void {
  const leaver = signOutNote.student;
  if (leaver) void signOutHere(leaver, { isResumed: true });
  startOutbox();
}
