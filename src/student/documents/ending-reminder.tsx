import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { academyDay } from '../../lib/format.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { studentTabPath } from '../student-area-address.ts';
import { documentQueries } from './document.queries.ts';
import classes from './ending-reminder.module.css';
import { daysBetween, endingSoon, inDays } from './expiry.ts';

/** One line at the head of the student area while a document ends within 90 days. */
export function EndingReminder({ studentId }: { studentId: string }) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const [today] = useState(() => academyDay());
  const [first, ...others] = endingSoon(documents, today);
  if (!first) return null;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return (
    <p className={classes.reminder}>
      {first.document_name} ends {inDays(daysBetween(today, first.expires_on))}
      {more}. <PageLink href={studentTabPath('documents')}>My Documents</PageLink>
    </p>
  );
}
