import type { QueryClient } from '@tanstack/react-query';
import { type CategoryKey, categories } from '../../../contract/categories.ts';
import { academyDay } from '../../lib/format/format.ts';
import { isLowDataMode } from '../../offline/low-data/low-data-mode.ts';
import { courseQueries } from '../course.queries.ts';

/** The category with this key. @throws Error for an unknown key */
export function categoryOf(key: CategoryKey) {
  const category = categories.find((one) => one.key === key);
  if (!category) throw new Error(`No category ${key}`);
  return category;
}

/**
 * Prefetches the courses of a category; the page shows an error if that fails. Only the server waits for them: in the
 * browser the page opens at once with skeletons. `today`: the current day at the academy.
 */
export async function loadCategory(client: QueryClient, categoryId: number): Promise<{ today: string }> {
  const prefetch = client.prefetchQuery(courseQueries.byCategory(categoryId));
  if (import.meta.env.SSR) await prefetch;
  return { today: academyDay() };
}

/**
 * Whether the courses list loads only the first courses of this category: on the server, in low-data mode, or if the
 * server-rendered HTML already contains them. Otherwise it loads the whole category, which is saved for offline use
 * anyway.
 */
export function loadsStartOnly(client: QueryClient, categoryId: number): boolean {
  const { queryKey } = courseQueries.startOfCategory(categoryId);
  return import.meta.env.SSR || isLowDataMode() || client.getQueryData(queryKey) !== undefined;
}

/**
 * Like `loadCategory`, for all categories. For each category with `loadsStartOnly`, only its first courses are
 * prefetched.
 */
export async function loadFirstCourses(client: QueryClient): Promise<{ today: string }> {
  const prefetches = categories.map(({ id }) =>
    client.prefetchQuery(loadsStartOnly(client, id) ? courseQueries.startOfCategory(id) : courseQueries.byCategory(id)),
  );
  if (import.meta.env.SSR) await Promise.all(prefetches);
  return { today: academyDay() };
}
