import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useShownRows } from './use-waiting-changes.ts';

const WaitingChanges = lazyPart(async () => ({ default: (await import('./waiting-changes.tsx')).WaitingChanges }));

/** The list of waiting changes. Its script is loaded only if something waits, which is rare. */
export function WaitingSlot({ user }: { user: string | null }) {
  if (useShownRows(user).length === 0) return null;
  return (
    <Suspense fallback={null}>
      <WaitingChanges user={user} />
    </Suspense>
  );
}
