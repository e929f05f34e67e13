import { useQuery } from '@tanstack/react-query';
import { SavedAsOf } from '../offline/saved-as-of.tsx';
import { courseQueries } from './course.queries.ts';

/** From when a course's price and seats are, where they are a saved copy's. */
export function CourseAsOf({ courseId }: { courseId: number }) {
  const { dataUpdatedAt } = useQuery({ ...courseQueries.detail(courseId), enabled: false });
  return <SavedAsOf at={dataUpdatedAt} />;
}
