import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { paths } from '../../../contract/pages.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { SeenAt } from '../seen-at.tsx';
import { CourseCalendar } from './course-calendar.tsx';
import { CourseList } from './course-list.tsx';
import { calendarView, readCourseView } from './course-views.ts';
import classes from './courses-tab.module.css';
import { enrolmentQueries } from './enrolment.queries.ts';
import { saveCalendar } from './save-calendar.ts';

export type CoursesTabProps = { studentId: string; phone: string | null; view: string | undefined };

const ways = [
  { name: 'List', isCalendar: false, search: { tab: 'courses' } },
  { name: 'Calendar', isCalendar: true, search: { tab: 'courses', view: calendarView } },
] as const;

/** List or calendar of the same courses; it stands in the address. */
function Ways({ isCalendar, courses }: { isCalendar: boolean; courses: readonly Enrolment[] }) {
  return (
    <div className={classes.ways}>
      <nav aria-label="Show as" className={classes.switch}>
        {ways.map((way) => (
          <Link
            key={way.name}
            to="."
            search={way.search}
            resetScroll={false}
            activeOptions={{ exact: true }}
            className={classes.way}
            data-open={way.isCalendar === isCalendar || undefined}
          >
            {way.name}
          </Link>
        ))}
      </nav>
      <Button
        variant="subtle"
        leftSection={<Icon name="download" size={18} />}
        onClick={() => saveCalendar(courses, 'landfall-courses')}
      >
        Save all to calendar
      </Button>
    </div>
  );
}

function Courses({ studentId, phone, view }: CoursesTabProps) {
  const { data: courses, dataUpdatedAt, isError, isFetching, refetch } = useQuery(enrolmentQueries.list(studentId));
  if (courses?.length === 0)
    return (
      <EmptyState title="No courses yet">
        What you book stands here with its dates, its place and what to bring, offline as well.
      </EmptyState>
    );
  if (courses)
    return (
      <>
        <SeenAt at={dataUpdatedAt} />
        <Ways isCalendar={view === calendarView} courses={courses} />
        {view === calendarView ? (
          <CourseCalendar courses={courses} />
        ) : (
          <CourseList courses={courses} open={readCourseView(view)} />
        )}
      </>
    );
  if (isError)
    return (
      <ErrorState
        message="Your courses could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your courses are loading" className={classes.courses}>
      <Skeleton height="3rem" />
      <Skeleton height="5rem" />
      <Skeleton height="5rem" />
    </SkeletonGroup>
  );
}

/** Tab My Courses (document 2, section 2): what is booked, as a list or a calendar; offline what was last seen. */
export function CoursesTab(props: CoursesTabProps) {
  return (
    <section aria-labelledby="courses" className={classes.tab}>
      <div className={classes.head}>
        <h2 id="courses">My Courses</h2>
        <ActionLink href={paths.bookOnline}>Browse More Courses</ActionLink>
      </div>
      <Courses {...props} />
    </section>
  );
}
