import { categories, categoryById } from '../../contract/categories.ts';

/** Which courses a call asks for; `categoryIds` null is any. */
export type CourseFilter = {
  search: string | undefined;
  courseId: number | undefined;
  categoryIds: number[] | null;
  feeStructure: string | undefined;
  isActiveOnly: boolean;
};

/** Ids of the categories that both parameters name; a name that is none of ours matches nothing. */
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
