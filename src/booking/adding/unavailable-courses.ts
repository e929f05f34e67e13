import { coursesWithoutBatches } from '../../../machines/batch-rules.ts';
import type { PackageCourse } from './package-add.tsx';

/** The names of the courses without a bookable batch. If there are any, the package cannot be added. */
export function unavailableCourses(courses: readonly PackageCourse[]): string {
  const ids = coursesWithoutBatches(courses);
  return courses.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
}
