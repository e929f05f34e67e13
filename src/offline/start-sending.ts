import { pendingSignOut } from './calls/page-api.ts';
import { isLowDataMode } from './low-data/low-data-mode.ts';
import { startOutbox } from './outbox/page-outbox.ts';
import { finishSignOut } from './sign-out.ts';

/**
 * Loads the script that shows waiting changes. It must be loaded while there is a connection, because in low-data mode
 * the service worker stores only scripts that were loaded.
 */
async function loadWaitingParts(): Promise<void> {
  await Promise.allSettled([
    import('./outbox/list/waiting-slot.tsx'),
    import('./outbox/list/waiting-changes.tsx'),
    import('../ui/toasts/toast-region.tsx'),
  ]);
}

/** Completes a sign-out that a closed tab left unfinished, then sends the outbox. Call it after the first paint. */
export function startSending(): void {
  void finishSignOut().then(() => pendingSignOut.deliver());
  startOutbox();
  if (isLowDataMode()) void loadWaitingParts();
}
