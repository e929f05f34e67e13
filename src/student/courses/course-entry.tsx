import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCertificateFile } from '../../../contract/certificates.ts';
import { modeOf } from '../../../contract/course-event.ts';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { type InstructionGroup, joiningInstructions } from '../../../contract/joining.ts';
import { coursePath } from '../../../contract/pages.ts';
import { formatDays, formatDeadline, formatDuration } from '../../lib/format/format.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { orderQueries } from '../orders/order.queries.ts';
import { receiptPath } from '../orders/order-texts.ts';
import { AccordionEntry } from '../ui/accordion-entry.tsx';
import { BookingActions, EmailedTo } from './booking-actions.tsx';
import { notCompletedTexts, tagsOf } from './course-views.ts';
import classes from './courses-tab.module.css';
import { JoiningFacts } from './joining-facts.tsx';
import { MissingDocumentsNotice } from './missing-documents-notice.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ course }: { course: Enrolment }) {
  const { start_date, end_date, duration, duration_unit, batch_id, place, joining, order_id, package_name } = course;
  return (
    <dl className={classes.facts}>
      {course.not_completed ? <Fact name="Result">{notCompletedTexts[course.not_completed]}</Fact> : null}
      <Fact name="Dates">{formatDays(start_date, end_date)}</Fact>
      <Fact name="Duration">{formatDuration(duration, duration_unit)}</Fact>
      <Fact name="Batch">{batch_id}</Fact>
      <Fact name="Mode">{modeOf(course)}</Fact>
      {place || joining.map_link ? (
        <Fact name="Place">
          {place}{' '}
          {joining.map_link ? (
            <a href={joining.map_link} rel="noopener" className={classes.map}>
              Map
            </a>
          ) : null}
        </Fact>
      ) : null}
      <Fact name="Order">
        {order_id}
        {package_name ? `, in ${package_name}` : ''}
      </Fact>
    </dl>
  );
}

/** Says what a student can do about a cancelled batch. */
function CancelledNotice({ choose_until: until }: NonNullable<Enrolment['cancelled']>) {
  return (
    <Notice tone="error" title={until ? 'Cancelled: choose another batch or a refund' : 'Cancelled'}>
      {until
        ? `This batch will not take place. Choose by the link in our email before ${formatDeadline(until)}. If you do not choose, we refund what you paid for it.`
        : 'This batch will not take place. The academy will call or write to you about another batch or a refund.'}
    </Notice>
  );
}

/**
 * Whether `Facts`, which is shown above the joining instructions, already says what this group of them says: the place
 * of the course (`Place`), or that e-learning comes first (`Prepare`).
 */
const isSaidAbove = ({ name }: InstructionGroup) => name === 'Place' || name === 'Prepare';

function JoiningInstructions({ course }: { course: Enrolment }) {
  const groups = joiningInstructions([course]).filter((group) => !isSaidAbove(group));
  if (groups.length === 0)
    return <p className="soft">The academy will send you joining instructions before the first day.</p>;
  return (
    <>
      <h4>Joining instructions</h4>
      <JoiningFacts groups={groups} />
    </>
  );
}

/** Button that downloads the certificate of a completed course. Offline it says when the download will be possible. */
function CertificateDownload({ number, courseName }: { number: string; courseName: string }) {
  const { when } = useUnreachable();
  if (useIsOffline())
    return (
      <p className="soft small">
        Your certificate {number} can be downloaded {when}.
      </p>
    );
  return (
    <Button component="a" href={endpointUrl(getCertificateFile, { params: { number } })} download>
      Download certificate
      <span className="visually-hidden">: {courseName}</span>
    </Button>
  );
}

type CourseEntryProps = { course: Enrolment; studentId: string; isOpen: boolean };

/**
 * One booked course as an entry of the accordion: dates, batch, place, order, joining instructions, and to which email
 * address the booking confirmation was sent.
 */
export function CourseEntry({ course, studentId, isOpen }: CourseEntryProps) {
  const { course_name, course_code, meta_text, course_id, short_description, start_date, end_date, status } = course;
  const { cancelled, not_completed } = course;
  const { data: orders } = useQuery(orderQueries.list(studentId));
  const confirmation = orders?.find(({ order_id }) => order_id === course.order_id)?.confirmation_email;
  const tags = tagsOf(course);
  const days = formatDays(start_date, end_date);
  const lead = cancelled ? `Cancelled, was ${days}` : not_completed ? `Not completed, ${days}` : days;
  return (
    <AccordionEntry title={course_name} {...{ lead, isOpen }}>
      {cancelled ? <CancelledNotice {...cancelled} /> : null}
      {short_description ? <p>{short_description}</p> : null}
      {tags.length > 0 ? (
        <ul className={`row wrap gap-1-5 ${classes.tags}`} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      ) : null}
      <Facts course={course} />
      {cancelled ? null : <JoiningInstructions course={course} />}
      {cancelled || status === 'completed' ? null : <MissingDocumentsNotice courses={[course]} />}
      {cancelled ? null : <EmailedTo email={confirmation} />}
      <div className={`row wrap middle ${classes.links}`}>
        {course.certificate_number ? (
          <CertificateDownload number={course.certificate_number} courseName={course_name} />
        ) : null}
        {cancelled ? null : (
          <BookingActions courses={[course]} orderId={course.order_id} fileName={course_code} about={course_name} />
        )}
        {meta_text ? (
          <PageLink href={coursePath({ id: course_id, meta_text })} className={`touch small semibold ${classes.link}`}>
            Course page <span className="visually-hidden">of {course_name}</span>
          </PageLink>
        ) : null}
        {course.receipt_number ? (
          <PageLink href={receiptPath(course)} className={`touch small semibold ${classes.link}`}>
            View receipt <span className="visually-hidden">of {course_name}</span>
          </PageLink>
        ) : null}
      </div>
    </AccordionEntry>
  );
}
