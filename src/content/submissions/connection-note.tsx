import { useConnection } from '../../offline/page-connection.ts';
import { Notice } from '../../ui/notice.tsx';

/** Without a connection a form cannot be sent; it says so before somebody tries. `kept`: what becomes of the text. */
export function ConnectionNote({ kept }: { kept: string }) {
  const connection = useConnection();
  if (connection !== 'offline' && connection !== 'portal') return null;
  return (
    <Notice tone="waiting" role="status" title="Sending needs the connection, which is gone at present.">
      {kept}
    </Notice>
  );
}
