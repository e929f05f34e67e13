import type { StudentDocument } from '../../../../contract/documents.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { daysBetween, expiringSoon, inDays } from './expiry.ts';

/** Lists the documents that expire within 90 days, at the top of My Documents. */
export function ExpiringSoonNotice({ documents, today }: { documents: readonly StudentDocument[]; today: string }) {
  const expiring = expiringSoon(documents, today);
  if (expiring.length === 0) return null;
  const title = expiring.length === 1 ? 'A document expires soon' : `${expiring.length} documents expire soon`;
  return (
    <Notice tone="waiting" title={title}>
      {expiring.map(({ id, document_name, expires_on }) => (
        <p key={id}>
          {document_name} expires {inDays(daysBetween(today, expires_on))}, on {formatDay(expires_on)}.
        </p>
      ))}
    </Notice>
  );
}
