import { Suspense } from 'react';
import { useSession } from '../../auth/session/use-session.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useHasAnonymousForms } from '../../offline/outbox/anonymous-flag.ts';

const WaitingNote = lazyPart(async () => ({ default: (await import('./waiting-note.tsx')).WaitingNote }));

/** The note about messages in the outbox. Its script, and with it the outbox, is loaded only if there may be some. */
export function WaitingNoteSlot() {
  const { student } = useSession();
  const hasAnonymousForms = useHasAnonymousForms();
  return student || hasAnonymousForms ? (
    <Suspense fallback={null}>
      <WaitingNote />
    </Suspense>
  ) : null;
}
