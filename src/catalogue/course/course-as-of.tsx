import { useQuery } from '@tanstack/react-query';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { courseQueries } from '../course.queries.ts';

/** Says when price and seats were loaded, while a saved copy of the course is shown. */
export function CourseAsOf({ courseId }: { courseId: number }) {
  const { dataUpdatedAt } = useQuery({ ...courseQueries.detail(courseId), enabled: false });
  return <SavedAsOf at={dataUpdatedAt} />;
}
