import { daysBetween } from '../../../../contract/days.ts';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { inDays, sortByExpiry } from './expiry.ts';

function titleOf(expired: number, soon: number): string {
  if (soon === 0) return expired === 1 ? 'A document has expired' : `${expired} documents have expired`;
  if (expired === 0) return soon === 1 ? 'A document expires soon' : `${soon} documents expire soon`;
  return `${expired + soon} documents have expired or expire soon`;
}

/** Lists the documents that have expired or expire within 90 days, at the top of My Documents. */
export function ExpiringSoonNotice({ documents, today }: { documents: readonly StudentDocument[]; today: string }) {
  const { expired, soon } = sortByExpiry(documents, today);
  if (expired.length + soon.length === 0) return null;
  return (
    <Notice tone="waiting" title={titleOf(expired.length, soon.length)}>
      {expired.map(({ id, document_name, expires_on }) => (
        <p key={id}>
          {document_name} expired on {formatDay(expires_on)}.
        </p>
      ))}
      {soon.map(({ id, document_name, expires_on }) => (
        <p key={id}>
          {document_name} expires {inDays(daysBetween(today, expires_on))}, on {formatDay(expires_on)}.
        </p>
      ))}
    </Notice>
  );
}
