import type { QueryClient } from '@tanstack/react-query';
import { type CategoryKey, categories } from '../../contract/categories.ts';
import { coursesOnListPage } from '../../contract/limits.ts';
import { academyDay } from '../lib/format.ts';
import { courseQueries } from './course.queries.ts';

/** The category of a listing page. @throws Error for a key that `categories` does not have */
export function categoryOf(key: CategoryKey) {
  const category = categories.find((one) => one.key === key);
  if (!category) throw new Error(`No category ${key}`);
  return category;
}

/**
 * Asks for a category's courses; a failure is the page's to show. Only the server waits: in the browser the page opens
 * at once with skeletons. Returns the academy day that the page counts from.
 */
export async function loadCategory(client: QueryClient, categoryId: number): Promise<{ today: string }> {
  const asked = client.prefetchQuery(courseQueries.byCategory(categoryId));
  if (import.meta.env.SSR) await asked;
  return { today: academyDay() };
}

/** The same for the first courses of all four categories. */
export async function loadShelves(client: QueryClient): Promise<{ today: string }> {
  const asked = categories.map(({ id }) => client.prefetchQuery(courseQueries.byCategory(id, coursesOnListPage)));
  if (import.meta.env.SSR) await Promise.all(asked);
  return { today: academyDay() };
}
