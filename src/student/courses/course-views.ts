import type { Enrolment, EnrolmentStatus, NotCompleted } from '../../../contract/enrolments.ts';

/** Tabs of My Courses. The first tab is open if the URL names none. */
export const courseViews = [
  { key: 'active', label: 'Active' },
  { key: 'completed', label: 'Completed' },
  { key: 'upcoming', label: 'Upcoming' },
] as const satisfies ReadonlyArray<{ key: EnrolmentStatus; label: string }>;

/** The value of the URL's `view` parameter that shows the calendar instead of a tab. */
export const calendarView = 'calendar';

/** The tab of My Courses that the URL names, otherwise the first tab. */
export function readCourseView(view: string | undefined): EnrolmentStatus {
  return courseViews.find(({ key }) => key === view)?.key ?? 'active';
}

/** Says why a student has not completed a course that is over. */
export const notCompletedTexts: Record<NotCompleted, string> = {
  failed: 'Not passed',
  absent: 'Absent from all sessions',
};

/** Splits the tags of a course, which the server sends as one text separated by commas. */
export function tagsOf({ tags }: Pick<Enrolment, 'tags'>): string[] {
  return tags.split(',').flatMap((tag) => tag.trim() || []);
}

/** The courses whose name or tags contain every word of `term`. */
export function searchCourses(courses: readonly Enrolment[], term: string): Enrolment[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  return courses.filter(({ course_name, tags }) => {
    const text = `${course_name} ${tags}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
