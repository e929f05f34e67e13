import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '../../../contract/categories.ts';
import { coursesOnListPage } from '../../../contract/limits.ts';
import { contactPath } from '../../content/submissions/contact/contact-prefill.ts';
import { useBrand } from '../../content/use-brand.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { CardGrid, CardGridSkeleton } from '../card-grid.tsx';
import { courseQueries } from '../course.queries.ts';
import classes from './category-section.module.css';
import { CourseCard } from './course-card.tsx';
import { loadsStartOnly } from './load-category.ts';

const counted = (shown: number, total: number) =>
  total === shown ? `${total} ${total === 1 ? 'course' : 'courses'}` : `Showing ${shown} of ${total} courses`;

function useFirstCourses(categoryId: number) {
  const client = useQueryClient();
  const [isStart] = useState(() => loadsStartOnly(client, categoryId));
  const start = useQuery({ ...courseQueries.startOfCategory(categoryId), enabled: isStart });
  // Fallback if the first courses cannot be loaded: the complete list of the category, which an earlier visit may have
  // saved.
  const whole = useQuery({ ...courseQueries.byCategory(categoryId), enabled: !isStart || start.isError });
  const isWholeShown = !isStart || (start.isError && whole.data !== undefined);
  return isWholeShown ? whole : start;
}

type CategorySectionProps = { category: Category; today: string; isFirst: boolean };

/** One category of the courses list: the first courses, the total, and links to all of them and to the contact form. */
export function CategorySection({ category, today, isFirst }: CategorySectionProps) {
  const query = useFirstCourses(category.id);
  const hasFailed = query.isError && !import.meta.env.SSR;
  const brand = useBrand();
  const courses = (query.data?.courses ?? []).filter((course) => course.is_active).slice(0, coursesOnListPage);
  return (
    <section className={`stack gap-4 ${classes.section}`} aria-labelledby={`category-${category.key}`}>
      <div className="row wrap baseline between gap-x-4">
        <h2 id={`category-${category.key}`}>{category.listTitle}</h2>
        {query.data ? <p className="soft small">{counted(courses.length, query.data.total)}</p> : null}
      </div>
      {hasFailed ? (
        <LoadFailed
          message={`${category.name} courses could not be loaded.`}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {query.data ? null : <CardGridSkeleton cards={3} label={hasFailed ? null : `Loading ${category.name} courses`} />}
      {query.data && courses.length === 0 ? <EmptyState title="No courses found in this category" /> : null}
      {courses.length > 0 ? <SavedAsOf at={query.dataUpdatedAt} /> : null}
      {courses.length > 0 ? (
        <CardGrid>
          {courses.map((course, index) => (
            <CourseCard key={course.id} course={course} today={today} isEager={isFirst && index === 0} />
          ))}
        </CardGrid>
      ) : null}
      <div className="row wrap gap-2">
        <ActionLink href={category.path} look="outline">
          All {category.name} courses
        </ActionLink>
        <ActionLink
          href={contactPath({ subject: 'course', message: `I would like counseling on ${category.name} courses.` })}
          look="quiet"
        >
          Schedule Counseling
        </ActionLink>
      </div>
    </section>
  );
}
