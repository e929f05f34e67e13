import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { academyDay, formatDay } from '../../../lib/format/format.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { studentTabPath } from '../../student-area-address.ts';
import { documentQueries } from '../document.queries.ts';
import { type CourseEnd, expiringBefore } from './expiry.ts';

type ExpiresBeforeCourseNoticeProps = { studentId: string; courses: readonly CourseEnd[] };

function titleOf(count: number, expiredCount: number): string {
  if (count === 1) return expiredCount === 1 ? 'A document has expired' : 'A document expires before your course ends';
  return expiredCount === count ? 'Some documents have expired' : 'Some documents expire before your course ends';
}

/**
 * Warns of documents that expire before a course in the cart ends, or have expired already. Booking stays possible,
 * because the student may renew them by then.
 */
export function ExpiresBeforeCourseNotice({ studentId, courses }: ExpiresBeforeCourseNoticeProps) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const [today] = useState(() => academyDay());
  const expiring = expiringBefore(documents, courses);
  const isExpired = (day: string) => day < today;
  if (expiring.length === 0) return null;
  return (
    <Notice
      tone="waiting"
      title={titleOf(expiring.length, expiring.filter(({ document }) => isExpired(document.expires_on)).length)}
      action={<PageLink href={studentTabPath('documents')}>My Documents</PageLink>}
    >
      {expiring.map(({ document, courses: later }) => (
        <p key={document.id}>
          {document.document_name} {isExpired(document.expires_on) ? 'expired' : 'expires'} on{' '}
          {formatDay(document.expires_on)}.{' '}
          {later.map(({ course, ends }) => `${course} ends ${formatDay(ends)}.`).join(' ')}
        </p>
      ))}
      <p>You can still book. Bring the renewed document to the course if it is required.</p>
    </Notice>
  );
}
