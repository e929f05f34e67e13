import { categories } from '../../../contract/categories.ts';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { CategorySection } from './category-section.tsx';

/** The page with the first courses of each category (docs/product.md#courses-list). */
export function CoursesListPage({ today }: { today: string }) {
  return (
    <Page>
      <PageTitle lead="Every course with its length, its fee, and the next batch that still has seats.">
        All courses
      </PageTitle>
      {categories.map((category, index) => (
        <CategorySection key={category.id} category={category} today={today} isFirst={index === 0} />
      ))}
    </Page>
  );
}
