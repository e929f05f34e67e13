import type { StudentDocument } from '../../../contract/documents.ts';
import { formatDay } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { daysBetween, endingSoon, inDays } from './expiry.ts';

/** Reminds at the top of My Documents of what ends within 90 days. */
export function EndingNotice({ documents, today }: { documents: readonly StudentDocument[]; today: string }) {
  const ending = endingSoon(documents, today);
  if (ending.length === 0) return null;
  const title = ending.length === 1 ? 'A document ends soon' : `${ending.length} documents end soon`;
  return (
    <Notice tone="waiting" title={title}>
      {ending.map(({ id, document_name, expires_on }) => (
        <p key={id}>
          {document_name} ends {inDays(daysBetween(today, expires_on))}, on {formatDay(expires_on)}.
        </p>
      ))}
    </Notice>
  );
}
