import { pendingSignOut } from './calls/page-api.ts';
import { startOutbox } from './outbox/page-outbox.ts';
import { signOutHere } from './sign-out.ts';

/** Call it after the first paint. Completes a sign-out that a closed tab left half-done, then sends the outbox. */
export function startSending(): void {
  const { student } = pendingSignOut;
  if (student) void signOutHere(student, { isResumed: true });
  startOutbox();
}
