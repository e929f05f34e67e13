import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { academyDay } from '../../../lib/format/format.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { studentTabPath } from '../../student-area-address.ts';
import { documentQueries } from '../document.queries.ts';
import classes from '../document-list.module.css';
import { daysBetween, expiringSoon, inDays } from './expiry.ts';

/** Shows a line at the top of the student area if a document expires within 90 days. */
export function ExpiringSoonReminder({ studentId }: { studentId: string }) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const [today] = useState(() => academyDay());
  const [first, ...others] = expiringSoon(documents, today);
  if (!first) return null;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return (
    <p className={`ink anywhere ${classes.reminder}`}>
      {first.document_name} expires {inDays(daysBetween(today, first.expires_on))}
      {more}. <PageLink href={studentTabPath('documents')}>My Documents</PageLink>
    </p>
  );
}
