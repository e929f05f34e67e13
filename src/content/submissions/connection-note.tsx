import { useConnection } from '../../offline/page-connection.ts';
import { Notice } from '../../ui/notice.tsx';

/** Without a connection a form has to wait; it says so before somebody sends it. `advice`: what becomes of the text. */
export function ConnectionNote({ advice }: { advice: string }) {
  const connection = useConnection();
  if (connection !== 'offline' && connection !== 'portal') return null;
  return (
    <Notice tone="waiting" role="status" title="The connection is gone at present.">
      {advice}
    </Notice>
  );
}
