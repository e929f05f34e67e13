import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysBetween } from '../../../../contract/days.ts';
import { academyDay, formatDay } from '../../../lib/format/format.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { studentTabPath } from '../../student-area-address.ts';
import { documentQueries } from '../document.queries.ts';
import classes from '../document-list.module.css';
import { inDays, sortByExpiry } from './expiry.ts';

const andMore = (count: number) => (count > 1 ? `, and ${count - 1} more` : '');

/**
 * At the top of the student area, reminds the student in one line of documents that have expired or expire within 90
 * days.
 */
export function ExpiringSoonReminder({ studentId }: { studentId: string }) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const [today] = useState(() => academyDay());
  const { expired, soon } = sortByExpiry(documents, today);
  const [[past], [next]] = [expired, soon];
  if (!past && !next) return null;
  return (
    <p className={`ink anywhere ${classes.reminder}`}>
      {past ? `${past.document_name} expired on ${formatDay(past.expires_on)}${andMore(expired.length)}. ` : null}
      {next
        ? `${next.document_name} expires ${inDays(daysBetween(today, next.expires_on))}${andMore(soon.length)}. `
        : null}
      <PageLink href={studentTabPath('documents')}>My Documents</PageLink>
    </p>
  );
}
