import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { paths } from '../../../contract/pages.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { SavedListAge } from '../ui/saved-list-age.tsx';
import { CourseCalendar } from './calendar/course-calendar.tsx';
import { downloadCourses } from './calendar/download-courses.ts';
import { CourseList } from './course-list.tsx';
import { calendarView, readCourseView } from './course-views.ts';
import classes from './courses-tab.module.css';
import { enrolmentQueries } from './enrolment.queries.ts';

type CoursesTabProps = { studentId: string; phone: string | null; view: string | undefined };

const views = [
  { name: 'List', isCalendar: false, search: { tab: 'courses' } },
  { name: 'Calendar', isCalendar: true, search: { tab: 'courses', view: calendarView } },
] as const;

/** Links that switch between list and calendar, and a button that downloads all courses as one calendar file. */
function ViewSwitch({ isCalendar, courses }: { isCalendar: boolean; courses: readonly Enrolment[] }) {
  return (
    <div className="row wrap middle between gap-3">
      <nav aria-label="Show as" className={`row clip ${classes.switch}`}>
        {views.map((view) => (
          <Link
            key={view.name}
            to="."
            search={view.search}
            resetScroll={false}
            activeOptions={{ exact: true }}
            className={`touch plain sea small semibold ${classes.view}`}
            data-open={view.isCalendar === isCalendar || undefined}
          >
            {view.name}
          </Link>
        ))}
      </nav>
      {courses.length > 0 ? (
        <Button
          variant="subtle"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => downloadCourses(courses, 'landfall-courses')}
        >
          Add all to calendar
        </Button>
      ) : null}
    </div>
  );
}

function Courses({ studentId, phone, view }: CoursesTabProps) {
  const { data: courses, dataUpdatedAt, isError, isFetching, refetch } = useQuery(enrolmentQueries.list(studentId));
  if (courses?.length === 0) return <CourseList {...{ courses, studentId }} open={readCourseView(view)} />;
  if (courses) {
    // Leave out cancelled batches: their dates do not belong in a calendar.
    const held = courses.filter(({ cancelled }) => !cancelled);
    return (
      <>
        <SavedListAge at={dataUpdatedAt} />
        <ViewSwitch isCalendar={view === calendarView} courses={held} />
        {view === calendarView ? (
          <CourseCalendar courses={held} />
        ) : (
          <CourseList {...{ courses, studentId }} open={readCourseView(view)} />
        )}
      </>
    );
  }
  if (isError)
    return (
      <LoadFailed
        message="Your courses could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your courses are loading" className="stack packed shrink gap-3 wide-items">
      <Skeleton height="3rem" />
      <Skeleton height="5rem" />
      <Skeleton height="5rem" />
    </SkeletonGroup>
  );
}

/**
 * Tab My Courses: the booked courses as a list or a calendar. Offline it shows the courses that were saved on the
 * device.
 */
export function CoursesTab(props: CoursesTabProps) {
  return (
    <section aria-labelledby="courses" className="stack packed shrink gap-4">
      <div className="row wrap middle between gap-3">
        <h2 id="courses">My Courses</h2>
        <ActionLink href={paths.bookOnline}>Browse More Courses</ActionLink>
      </div>
      <Courses {...props} />
    </section>
  );
}
