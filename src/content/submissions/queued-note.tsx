import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';

/** Says that a form waits in the outbox because the server could not be reached. */
export function QueuedNote({ isAnonymous = false }: { isAnonymous?: boolean }) {
  const { whenBack } = useUnreachable();
  return (
    <Notice tone="waiting" role="status" title={`Saved. It will be sent ${whenBack}.`}>
      <p>
        It is saved on this device, even if you close the page. Once it is sent, its reference number appears at the top
        of the page.
      </p>
      {isAnonymous ? (
        <p>
          Until then, anybody who uses this device can see that a message is waiting, but not what it says or who wrote
          it.
        </p>
      ) : null}
    </Notice>
  );
}
