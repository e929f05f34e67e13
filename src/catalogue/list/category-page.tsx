import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Category } from '../../../contract/categories.ts';
import { paths } from '../../../contract/pages.ts';
import { useBrand } from '../../content/use-brand.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import { Breadcrumb } from '../breadcrumb.tsx';
import { CardGrid, CardGridSkeleton } from '../card-grid.tsx';
import { courseQueries } from '../course.queries.ts';
import { CourseCard } from './course-card.tsx';
import { readFilter } from './course-filter.ts';
import { filterCourses } from './filter-courses.ts';
import { FilterForm } from './filter-form.tsx';

/**
 * The text that says how many courses are shown. `listed`: how many courses the page has loaded; `total`: how many the
 * category has.
 */
function counted(shown: number, listed: number, total: number): string {
  const all = `${listed} ${listed === 1 ? 'course' : 'courses'}`;
  if (shown !== listed) return `${shown} of ${total > listed ? 'the first ' : ''}${all}`;
  return total > listed ? `Showing ${listed} of ${total} courses` : all;
}

/**
 * Lists the active courses of a category that match the filter in the URL. Only the first 100 courses of the category
 * are considered (docs/product.md#category-pages).
 */
export function CategoryPage({ category, today }: { category: Category; today: string }) {
  const query = useQuery(courseQueries.byCategory(category.id));
  const hasFailed = query.isError && !import.meta.env.SSR;
  const brand = useBrand();
  const filter = readFilter(useSearch({ strict: false }));
  const all = (query.data?.courses ?? []).filter((course) => course.is_active);
  const courses = filterCourses(all, filter, today);
  const more = query.data ? query.data.total - query.data.courses.length : 0;
  const isNothingFound = all.length > 0 && courses.length === 0;
  // The link that shows all courses again disappears when it is pressed. The focus then moves to the first course.
  const firstLinkRef = useFocusAfterRemoval<HTMLAnchorElement>(isNothingFound ? 1 : 0);
  const trail = [
    { label: 'Home', url: paths.home },
    { label: 'Courses', url: paths.coursesList },
  ];
  return (
    <Page>
      <PageTitle
        above={<Breadcrumb trail={trail} here={category.name} />}
        lead={query.data ? <span role="status">{counted(courses.length, all.length, all.length + more)}</span> : '…'}
      >
        {category.pageTitle}
      </PageTitle>
      {hasFailed ? (
        <LoadFailed
          message={`${category.name} courses could not be loaded.`}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {query.data ? null : <CardGridSkeleton cards={6} label={hasFailed ? null : `Loading ${category.name} courses`} />}
      {all.length > 0 ? <FilterForm filter={filter} path={category.path} /> : null}
      {more > 0 ? (
        <p>
          Only the first {all.length} courses are listed and filtered here.{' '}
          <PageLink href={paths.search}>Search all courses</PageLink>
        </p>
      ) : null}
      {query.data && all.length === 0 ? <EmptyState title="No courses found in this category" /> : null}
      {isNothingFound ? (
        <EmptyState
          title="No courses found matching your search"
          action={
            <ActionLink href={category.path} look="outline">
              Show all {category.name} courses
            </ActionLink>
          }
        />
      ) : null}
      {courses.length > 0 ? (
        <>
          <h2 className="visually-hidden">Courses</h2>
          <SavedAsOf at={query.dataUpdatedAt} />
          <CardGrid>
            {courses.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                today={today}
                isEager={index === 0}
                linkRef={index === 0 ? firstLinkRef : undefined}
              />
            ))}
          </CardGrid>
        </>
      ) : null}
    </Page>
  );
}
