import type { Enrolment, EnrolmentStatus } from '../../../contract/enrolments.ts';

/** Tabs of My Courses (document 2, section 2); the first is open where the address names none. */
export const courseViews = [
  { key: 'active', label: 'Active' },
  { key: 'completed', label: 'Completed' },
  { key: 'upcoming', label: 'Upcoming' },
] as const satisfies ReadonlyArray<{ key: EnrolmentStatus; label: string }>;

/** What the address opens beside the tabs. */
export const calendarView = 'calendar';

/** The tab that the address names. */
export function readCourseView(view: string | undefined): EnrolmentStatus {
  return courseViews.find(({ key }) => key === view)?.key ?? 'active';
}

/** Tags of a comma list. */
export function tagsOf({ tags }: Pick<Enrolment, 'tags'>): string[] {
  return tags.split(',').flatMap((tag) => tag.trim() || []);
}

/** The courses whose name or tags have every word of `term`. */
export function searchCourses(courses: readonly Enrolment[], term: string): Enrolment[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  return courses.filter(({ course_name, tags }) => {
    const text = `${course_name} ${tags}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
