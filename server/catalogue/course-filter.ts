import { categories, categoryById } from '../../contract/categories.ts';

/** The filter of a course list. `categoryIds` is null for all categories. */
export type CourseFilter = {
  search: string | undefined;
  courseId: number | undefined;
  categoryIds: number[] | null;
  feeStructure: string | undefined;
  isActiveOnly: boolean;
};

/**
 * The ids of the categories that match the given `id` and `name`. Null if neither is given; empty if no category
 * matches.
 */
export function readCategories(id: number | undefined, name: string | undefined): number[] | null {
  if (id === undefined && name === undefined) return null;
  const wanted = name?.trim().toLowerCase();
  return categories
    .filter((category) => id === undefined || category.id === id)
    .filter((category) => wanted === undefined || [category.name.toLowerCase(), category.key].includes(wanted))
    .map((category) => category.id);
}

export function categoryName(id: number): string {
  return categoryById(id)?.name ?? '';
}
