import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';

/**
 * Note above a form: our server cannot be reached, but the visitor can submit the form anyway. `action`: what the
 * visitor can do, such as 'submit it'.
 */
export function ConnectionNote({ action }: { action: string }) {
  const { reason, whenBack } = useUnreachable();
  if (!useIsOffline()) return null;
  return (
    <Notice tone="waiting" role="status" title={`${reason}.`}>
      You can still {action}: we save it on this device and send it {whenBack}.
    </Notice>
  );
}
