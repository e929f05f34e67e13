import { useQuery } from '@tanstack/react-query';
import { contentQueries } from '../content/content.queries.ts';
import { useBrand } from '../content/use-brand.ts';
import { LoadFailed } from '../offline/load-failed.tsx';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import { Page } from '../ui/page/page.tsx';
import { CategoryCard } from './category-card.tsx';
import { CoursePanel } from './course-panel.tsx';
import { HomeHero } from './home-hero.tsx';
import classes from './home-page.module.css';
import { LazyLowerSections } from './lower/lazy-lower-sections.tsx';
import { NoticeCarousel } from './notices/notice-carousel.tsx';

// A constant element, so that React skips it when Home renders again. Otherwise, until the script of the lower sections
// is loaded, a render would replace their server-rendered HTML by the skeleton.
const lowerSections = <LazyLowerSections />;

/** The page Home (docs/product.md#home). */
export function HomePage({ today }: { today: string }) {
  const home = useQuery(contentQueries.home());
  const hasFailed = home.isError && !home.data && !import.meta.env.SSR;
  const brand = useBrand();
  return (
    <>
      <HomeHero hero={home.data?.hero ?? null} fallbackTitle={brand?.name ?? 'Courses for life at sea'} />
      <Page>
        <div className={classes.sections}>
          {hasFailed ? (
            <LoadFailed
              message="Notices and courses could not be loaded."
              onRetry={() => void home.refetch()}
              isRetrying={home.isFetching}
              phone={brand?.support_phones[0] ?? null}
            />
          ) : null}
          {home.data ? (
            <div className={classes.news} data-first-screen="">
              <NoticeCarousel notices={home.data.notices} today={today} />
              {home.data.panel ? <CoursePanel panel={home.data.panel} /> : null}
            </div>
          ) : (
            <SkeletonGroup label={null} className={classes.news}>
              <Skeleton height="15rem" />
              <Skeleton height="15rem" />
            </SkeletonGroup>
          )}
          <section className="stack gap-4" aria-labelledby="explore">
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
          {lowerSections}
        </div>
      </Page>
    </>
  );
}
