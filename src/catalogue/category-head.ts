import type { Category, CategoryKey } from '../../contract/categories.ts';

const descriptions: Record<CategoryKey, string> = {
  'pre-sea': 'Courses before the first ship: duration, eligibility, fees and the next batches with seats.',
  'post-sea': 'STCW and modular courses for seafarers: duration, fees including GST and the next batches with seats.',
  management: 'Maritime management courses: duration, fees and the next batches with seats.',
  'value-added': 'Short courses that add a skill: duration, fees and the next batches with seats.',
};

/** Title, description and address of a category listing. */
export function categoryHead(category: Category) {
  return { title: category.pageTitle, description: descriptions[category.key], path: category.path };
}
