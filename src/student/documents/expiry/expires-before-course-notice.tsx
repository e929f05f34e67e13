import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/format/format.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { studentTabPath } from '../../student-area-address.ts';
import { documentQueries } from '../document.queries.ts';
import { type CourseEnd, expiringBefore } from './expiry.ts';

type ExpiresBeforeCourseNoticeProps = { studentId: string; courses: readonly CourseEnd[] };

/**
 * Warns of documents that expire before a course in the cart ends. Booking stays possible, because the student may
 * renew them by then.
 */
export function ExpiresBeforeCourseNotice({ studentId, courses }: ExpiresBeforeCourseNoticeProps) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const expiring = expiringBefore(documents, courses);
  if (expiring.length === 0) return null;
  return (
    <Notice
      tone="waiting"
      title={
        expiring.length === 1
          ? 'A document expires before your course ends'
          : 'Some documents expire before your course ends'
      }
      action={<PageLink href={studentTabPath('documents')}>My Documents</PageLink>}
    >
      {expiring.map(({ document, courses: later }) => (
        <p key={document.id}>
          {document.document_name} expires on {formatDay(document.expires_on)}.{' '}
          {later.map(({ course, ends }) => `${course} ends ${formatDay(ends)}.`).join(' ')}
        </p>
      ))}
      <p>You can still book. Bring the renewed document to the course if it is required.</p>
    </Notice>
  );
}
