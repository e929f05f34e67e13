import { useQuery } from '@tanstack/react-query';
import type { Category } from '../../contract/categories.ts';
import { coursesOnListPage } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { SavedAsOf } from '../offline/saved-as-of.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { CardGrid, CardGridWaiting } from './card-grid.tsx';
import classes from './category-shelf.module.css';
import { courseQueries } from './course.queries.ts';
import { CourseCard } from './course-card.tsx';

const counted = (shown: number, total: number) =>
  total === shown ? `${total} ${total === 1 ? 'course' : 'courses'}` : `Showing ${shown} of ${total} courses`;

/** The contact form, with what it is about already in it. */
function counselingAddress({ name }: Category): string {
  const message = `I would like counseling on ${name} courses.`;
  return `${paths.contactUs}?${new URLSearchParams({ subject: 'course', message })}`;
}

type CategoryShelfProps = { category: Category; today: string; isFirst: boolean };

/** One category of the courses list: at most six cards, how many there are in all, and a way to a person. */
export function CategoryShelf({ category, today, isFirst }: CategoryShelfProps) {
  const shelf = useQuery(courseQueries.byCategory(category.id, coursesOnListPage));
  const hasFailed = shelf.isError && !import.meta.env.SSR;
  const brand = useBrand();
  const courses = (shelf.data?.courses ?? []).filter((course) => course.is_active).slice(0, coursesOnListPage);
  return (
    <section className={classes.shelf} aria-labelledby={`shelf-${category.key}`}>
      <div className={classes.head}>
        <h2 id={`shelf-${category.key}`}>{category.listTitle}</h2>
        {shelf.data ? <p className={classes.count}>{counted(courses.length, shelf.data.total)}</p> : null}
      </div>
      {hasFailed ? (
        <ErrorState
          message={`${category.name} courses could not be loaded.`}
          onRetry={() => void shelf.refetch()}
          isRetrying={shelf.isFetching}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {shelf.data ? null : <CardGridWaiting cards={3} label={hasFailed ? null : `Loading ${category.name} courses`} />}
      {shelf.data && courses.length === 0 ? <EmptyState title="No courses found in this category" /> : null}
      {courses.length > 0 ? <SavedAsOf at={shelf.dataUpdatedAt} /> : null}
      {courses.length > 0 ? (
        <CardGrid>
          {courses.map((course, place) => (
            <CourseCard key={course.id} course={course} today={today} isEager={isFirst && place === 0} />
          ))}
        </CardGrid>
      ) : null}
      <div className={classes.foot}>
        <ActionLink href={category.path} look="outline">
          All {category.name} courses
        </ActionLink>
        <ActionLink href={counselingAddress(category)} look="quiet">
          Schedule Counseling
        </ActionLink>
      </div>
    </section>
  );
}
