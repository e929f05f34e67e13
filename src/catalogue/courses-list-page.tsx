import { categories } from '../../contract/categories.ts';
import { Page } from '../ui/page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CategoryShelf } from './category-shelf.tsx';

/** All courses by category (document 1, section 2). */
export function CoursesListPage({ today }: { today: string }) {
  return (
    <Page>
      <PageTitle lead="Every course with its length, its fee, and the next batch that still has seats.">
        All courses
      </PageTitle>
      {categories.map((category, place) => (
        <CategoryShelf key={category.id} category={category} today={today} isFirst={place === 0} />
      ))}
    </Page>
  );
}
