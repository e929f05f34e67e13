import { coursesWithoutBatches } from '../../../machines/batch-rules.ts';
import type { PackageCourse } from './package-add.tsx';

/**
 * The names of the courses without a bookable batch, as one text; empty if there are none. A package with such a course
 * cannot be added.
 */
export function unavailableCourses(courses: readonly PackageCourse[]): string {
  const ids = coursesWithoutBatches(courses);
  return courses.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
}
