import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';

/** Warns above a form that our server cannot be reached. `advice`: what happens when the form is sent now. */
export function ConnectionNote({ advice }: { advice: string }) {
  const { reason } = useUnreachable();
  if (!useIsOffline()) return null;
  return (
    <Notice tone="waiting" role="status" title={`${reason}.`}>
      {advice}
    </Notice>
  );
}
