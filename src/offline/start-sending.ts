import { pendingSignOut } from './calls/page-api.ts';
import { startOutbox } from './outbox/page-outbox.ts';
import { signOutHere } from './sign-out.ts';

/** Completes a sign-out that a closed tab left unfinished, then sends the outbox. Call it after the first paint. */
export function startSending(): void {
  const { student } = pendingSignOut;
  if (student) void signOutHere(student, { isResumed: true });
  startOutbox();
}
