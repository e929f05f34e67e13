import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Enrolment, EnrolmentStatus } from '../../../contract/enrolments.ts';
import { Icon } from '../../ui/icons.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { TabStrip } from '../../ui/tabs/tab-strip.tsx';
import { studentTabPath } from '../student-area-address.ts';
import { CourseEntry } from './course-entry.tsx';
import { courseViews, searchCourses } from './course-views.ts';
import classes from './courses-tab.module.css';

/**
 * Delay of the search in milliseconds. The search uses no network: the delay only avoids flicker while the student
 * types.
 */
const searchDebounceMs = 200;

const emptyTexts: Record<EnrolmentStatus, [title: string, text: string]> = {
  active: ['No active courses', 'A course is listed here from its first day to its last.'],
  completed: ['No completed courses yet', 'A course is listed here once its last day is over.'],
  upcoming: ['No upcoming courses', 'A course that you book is listed here until its first day.'],
};

/** The tabs that an empty tab may suggest. The first one that has courses is suggested. */
const tabsByInterest: readonly EnrolmentStatus[] = ['upcoming', 'active', 'completed'];

function countText(count: number): string {
  return `${count} ${count === 1 ? 'course' : 'courses'}`;
}

/** A link from an empty tab to a tab that has courses. After a booking, that is usually Upcoming. */
function OtherTab({ courses }: { courses: readonly Enrolment[] }) {
  const status = tabsByInterest.find((one) => courses.some((course) => course.status === one));
  if (!status) return null;
  const count = courses.filter((course) => course.status === status).length;
  return (
    <ActionLink href={studentTabPath('courses', status)} look="outline">
      {`See ${count} ${status} ${count === 1 ? 'course' : 'courses'}`}
    </ActionLink>
  );
}

type CourseListProps = { courses: readonly Enrolment[]; studentId: string; open: EnrolmentStatus };

function Found({ courses, studentId, open, term }: CourseListProps & { term: string }) {
  if (courses.length === 0)
    return (
      <EmptyState title="No courses yet">
        The courses you book are listed here with dates, place and what to bring. You can also see them offline.
      </EmptyState>
    );
  const [title, text] = emptyTexts[open];
  const inTab = courses.filter(({ status }) => status === open);
  const found = searchCourses(inTab, term);
  if (inTab.length === 0)
    return (
      <EmptyState title={title} action={<OtherTab courses={courses} />}>
        {text}
      </EmptyState>
    );
  if (found.length === 0)
    return (
      <EmptyState title={`No course here matches “${term}”`}>
        Search covers names and tags in this tab. Matches in all tabs: {countText(searchCourses(courses, term).length)}.
      </EmptyState>
    );
  return (
    <ul className="stack packed shrink gap-3 wide-items" aria-label="Courses">
      {found.map((course, index) => (
        <li key={course.id}>
          <CourseEntry course={course} studentId={studentId} isOpen={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The booked courses of the open tab, with a search in their names and tags. */
export function CourseList({ courses, studentId, open }: CourseListProps) {
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), searchDebounceMs);
  // Clearing the search shows all courses without delay.
  const term = typed.trim() === '' ? '' : debounced;
  const found = searchCourses(courses, term).filter(({ status }) => status === open);
  return (
    <>
      <TextInput
        type="search"
        label="Search your courses"
        placeholder="Name or tag"
        leftSection={<Icon name="search" size={18} />}
        value={typed}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TabStrip label="Your courses" tabs={courseViews} open={open} look="even" param="view">
        <p role="status" className={classes.count}>
          {term ? countText(found.length) : ''}
        </p>
        <Found courses={courses} studentId={studentId} open={open} term={term} />
      </TabStrip>
    </>
  );
}
