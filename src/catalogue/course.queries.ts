import { queryOptions } from '@tanstack/react-query';
import { listCourses, listCoursesByCategory } from '../../contract/catalogue.ts';
import type { Course } from '../../contract/course.ts';
import { cacheTimes, pageLimit } from '../../contract/limits.ts';
import { courseCall, shelfCall } from '../../contract/page-calls.ts';
import { apiOf } from '../lib/api.ts';
import { academyDay } from '../lib/format.ts';
import { cardBatches } from './upcoming-batches.ts';

const kept = { staleTime: cacheTimes.course.fresh, gcTime: cacheTimes.course.kept, meta: { persist: 'public' } };

/** Courses as cards show them, and how many there are in all. */
export type CourseShelf = { courses: Course[]; total: number };

function forCard(course: Course): Course {
  return course.batches ? { ...course, batches: cardBatches(course.batches, academyDay()) } : course;
}

/** Active courses of a category by the catalogue's order, and one course whole; null where there is none. @throws ApiError */
export const courseQueries = {
  all: () => ['catalogue'] as const,
  byCategory: (categoryId: number, limit: number = pageLimit) =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'category', categoryId, limit],
      queryFn: async ({ client, signal }): Promise<CourseShelf> => {
        const { data } = await apiOf(client).call(listCoursesByCategory, shelfCall(categoryId, limit), { signal });
        return { courses: data.courses.map(forCard), total: data.total };
      },
      ...kept,
    }),
  detail: (courseId: number) =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'course', courseId],
      queryFn: async ({ client, signal }): Promise<Course | null> => {
        const { data } = await apiOf(client).call(listCourses, courseCall(courseId), { signal });
        return data.courses[0] ?? null;
      },
      ...kept,
    }),
};
