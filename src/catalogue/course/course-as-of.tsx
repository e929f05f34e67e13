import { useQuery } from '@tanstack/react-query';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { courseQueries } from '../course.queries.ts';

/** While a saved copy of a course is shown: the time at which its price and seats were loaded. */
export function CourseAsOf({ courseId }: { courseId: number }) {
  const { dataUpdatedAt } = useQuery({ ...courseQueries.detail(courseId), enabled: false });
  return <SavedAsOf at={dataUpdatedAt} />;
}
