import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { Notice } from '../../ui/messages/notice.tsx';

/** Warns above a form that there is no connection. `advice`: what happens when the form is sent now. */
export function ConnectionNote({ advice }: { advice: string }) {
  if (!useIsOffline()) return null;
  return (
    <Notice tone="waiting" role="status" title="There is no connection at the moment.">
      {advice}
    </Notice>
  );
}
