import { useQuery } from '@tanstack/react-query';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { courseQueries } from '../course.queries.ts';

/** Says when the price and seats were loaded, if the page shows a saved copy of the course. */
export function CourseAsOf({ courseId }: { courseId: number }) {
  const { dataUpdatedAt } = useQuery({ ...courseQueries.detail(courseId), enabled: false });
  return <SavedAsOf at={dataUpdatedAt} />;
}
