import { Notice } from '../../ui/notice.tsx';

/** What was written waits on the device: our server could not be reached. */
export function KeptNote({ isAnonymous = false }: { isAnonymous?: boolean }) {
  return (
    <Notice tone="waiting" role="status" title="Saved. It will be sent when the connection is back.">
      <p>
        It waits on this device, also when you close the page. Its reference number is shown at the top once it is sent.
      </p>
      {isAnonymous ? (
        <p>Until then whoever uses this device sees that a message waits, but neither what it says nor who wrote it.</p>
      ) : null}
    </Notice>
  );
}
