import { createFileRoute } from '@tanstack/react-router';
import { categoryHead } from '../catalogue/list/category-head.ts';
import { CategoryPage } from '../catalogue/list/category-page.tsx';
import { filterSearch } from '../catalogue/list/course-filter.ts';
import { categoryOf, loadCategory } from '../catalogue/list/load-category.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

const category = categoryOf('pre-sea');

export const Route = createFileRoute('/courses/pre-sea-courses')({
  validateSearch: filterSearch,
  loader: ({ context }) => loadCategory(context.queryClient, category.id),
  head: ({ match: { context } }) => pageHead(context.queryClient, categoryHead(context.queryClient, category)),
  component: PreSeaCourses,
  errorComponent: FailedPage,
});

function PreSeaCourses() {
  return <CategoryPage category={category} today={Route.useLoaderData().today} />;
}
