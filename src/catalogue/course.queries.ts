import { queryOptions } from '@tanstack/react-query';
import { listCourses, listCoursesByCategory } from '../../contract/catalogue.ts';
import type { Course } from '../../contract/course.ts';
import { cacheTimes, coursesOnListPage, pageLimit } from '../../contract/limits.ts';
import { courseCall, courseCardsCall } from '../../contract/page-calls.ts';
import { academyDay } from '../lib/format/format.ts';
import { callSaved } from '../offline/saved/saved-call.ts';
import { cardBatches } from './upcoming-batches.ts';

const cacheOptions = {
  staleTime: cacheTimes.course.fresh,
  gcTime: cacheTimes.course.inMemory,
  meta: { persist: 'public' },
};

/** The first courses of a category, reduced to what a card shows. `total`: number of courses in the category. */
type CourseList = { courses: Course[]; total: number };

function forCard(course: Course): Course {
  return course.batches ? { ...course, batches: cardBatches(course.batches, academyDay()) } : course;
}

function listQuery(categoryId: number, limit: number) {
  return queryOptions({
    queryKey: [...courseQueries.all(), 'category', categoryId, limit],
    queryFn: async (context): Promise<CourseList> => {
      const { data } = await callSaved(context, listCoursesByCategory, courseCardsCall(categoryId, limit));
      return { courses: data.courses.map(forCard), total: data.total };
    },
    ...cacheOptions,
  });
}

/**
 * Queries for courses. `byCategory`: the active courses of a category in catalogue order. `startOfCategory`: the first
 * few of these courses, for the courses list (see `loadsStartOnly` in `list/load-category.ts`). `detail`: one course
 * with all fields, or null if it does not exist. @throws ApiError
 */
export const courseQueries = {
  all: () => ['catalogue'] as const,
  byCategory: (categoryId: number) => listQuery(categoryId, pageLimit),
  startOfCategory: (categoryId: number) => listQuery(categoryId, coursesOnListPage),
  detail: (courseId: number) =>
    queryOptions({
      queryKey: [...courseQueries.all(), 'course', courseId],
      queryFn: async (context): Promise<Course | null> => {
        const { data } = await callSaved(context, listCourses, courseCall(courseId));
        return data.courses[0] ?? null;
      },
      ...cacheOptions,
    }),
};
