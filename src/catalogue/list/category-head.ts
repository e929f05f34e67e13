import type { QueryClient } from '@tanstack/react-query';
import type { Category, CategoryKey } from '../../../contract/categories.ts';
import { paths } from '../../../contract/pages.ts';
import { structuredTrail } from '../../lib/structured-data.ts';

const descriptions: Record<CategoryKey, string> = {
  'pre-sea': 'Courses before the first ship: duration, eligibility, fees and the next batches with seats.',
  'post-sea': 'STCW and modular courses for seafarers: duration, fees including GST and the next batches with seats.',
  management: 'Maritime management courses: duration, fees and the next batches with seats.',
  'value-added': 'Short courses that add a skill: duration, fees and the next batches with seats.',
};

/** Title, description, path and structured data for the head of a category page. */
export function categoryHead(client: QueryClient, category: Category) {
  const { pageTitle: title, path, key } = category;
  const trail = [
    { name: 'Courses', path: paths.coursesList },
    { name: title, path },
  ];
  const structured = import.meta.env.SSR ? [structuredTrail(client, trail)] : [];
  return { title, description: descriptions[key], path, structured };
}
