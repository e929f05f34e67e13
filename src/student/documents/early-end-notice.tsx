import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { studentTabPath } from '../student-area-address.ts';
import { documentQueries } from './document.queries.ts';
import { type CourseEnd, endingBefore } from './expiry.ts';

type EarlyEndNoticeProps = { studentId: string; courses: readonly CourseEnd[] };

/** Warns of documents that end before a course that is to be booked. It hinders nothing: a renewed one may be on its way. */
export function EarlyEndNotice({ studentId, courses }: EarlyEndNoticeProps) {
  const { data: documents = [] } = useQuery(documentQueries.list(studentId));
  const early = endingBefore(documents, courses);
  if (early.length === 0) return null;
  return (
    <Notice
      tone="waiting"
      title={early.length === 1 ? 'A document ends before your course does' : 'Documents end before your course does'}
      action={<PageLink href={studentTabPath('documents')}>My Documents</PageLink>}
    >
      {early.map(({ document, courses: later }) => (
        <p key={document.id}>
          {document.document_name}: last day {formatDay(document.expires_on)}.{' '}
          {later.map(({ course, ends }) => `${course} ends ${formatDay(ends)}.`).join(' ')}
        </p>
      ))}
      <p>You can book all the same. Bring a renewed one to the course if it is asked for.</p>
    </Notice>
  );
}
