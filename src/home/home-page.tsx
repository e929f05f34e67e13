import { useQuery } from '@tanstack/react-query';
import { contentQueries } from '../content/content.queries.ts';
import { useBrand } from '../content/use-brand.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { BelowLater } from './below-later.tsx';
import { CategoryCard } from './category-card.tsx';
import { CoursePanel } from './course-panel.tsx';
import { HomeHero } from './home-hero.tsx';
import classes from './home-page.module.css';
import { NoticeCarousel } from './notice-carousel.tsx';

// One element for good: drawing it anew would throw away what the server drew before its script is there.
const below = <BelowLater />;

/** Home, from the approvals to the newest posts (document 1, section 2). */
export function HomePage({ today }: { today: string }) {
  const home = useQuery(contentQueries.home());
  const hasFailed = home.isError && !import.meta.env.SSR;
  const brand = useBrand();
  return (
    <>
      <HomeHero hero={home.data?.hero ?? null} fallbackTitle={brand?.name ?? 'Courses for life at sea'} />
      <Page>
        <div className={classes.parts}>
          {hasFailed ? (
            <ErrorState
              message="Notices and courses could not be loaded."
              onRetry={() => void home.refetch()}
              isRetrying={home.isFetching}
              phone={brand?.support_phones[0] ?? null}
            />
          ) : null}
          {home.data ? (
            <div className={classes.news} data-first-view="">
              <NoticeCarousel notices={home.data.notices} today={today} />
              {home.data.panel ? <CoursePanel panel={home.data.panel} /> : null}
            </div>
          ) : (
            <SkeletonGroup label={null} className={classes.news}>
              <Skeleton height="15rem" />
              <Skeleton height="15rem" />
            </SkeletonGroup>
          )}
          <section className={classes.courses} aria-labelledby="explore">
            <h2 id="explore">Explore Our Courses</h2>
            {home.data ? (
              <div className={classes.cards}>
                {home.data.cards.map((card) => (
                  <CategoryCard key={card.category_id} card={card} />
                ))}
              </div>
            ) : (
              <SkeletonGroup label={hasFailed ? null : 'Loading courses'} className={classes.cards}>
                {['pre-sea', 'post-sea', 'management'].map((name) => (
                  <Skeleton key={name} height="32rem" />
                ))}
              </SkeletonGroup>
            )}
          </section>
          {below}
        </div>
      </Page>
    </>
  );
}
