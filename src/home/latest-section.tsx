import type { ReactNode } from 'react';
import type { NewsCategory } from '../../contract/news-categories.ts';
import type { PostHeadline } from '../news/summarise-post.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './latest-section.module.css';

/** What a query knows of the newest posts. */
export type LatestPosts = { data?: PostHeadline[] | undefined; isError: boolean; refetch(): unknown };

type LatestSectionProps = {
  category: NewsCategory;
  title: string;
  count: number;
  latest: LatestPosts;
  /** Draws one post as an item of the list. */
  draw: (post: PostHeadline) => ReactNode;
};

/** The newest posts of a category. Its room is the same whether they come, are none, or fail. */
export function LatestSection({ category, title, count, latest, draw }: LatestSectionProps) {
  const hasFailed = latest.isError && !latest.data && !import.meta.env.SSR;
  return (
    <section className={classes.latest} aria-labelledby={category.key}>
      <div className={classes.head}>
        <h2 id={category.key}>{title}</h2>
        <PageLink href={category.path} className={classes.more}>
          All {category.name.toLowerCase()}
          <Icon name="arrowRight" size={18} />
        </PageLink>
      </div>
      <div className={classes.room} data-look={category.key}>
        {latest.data && latest.data.length > 0 ? <ul className={classes.posts}>{latest.data.map(draw)}</ul> : null}
        {latest.data?.length === 0 ? <p>No articles found.</p> : null}
        {hasFailed ? (
          <ErrorState message={`${category.name} could not be loaded.`} onRetry={() => void latest.refetch()} />
        ) : null}
        {latest.data || hasFailed ? null : (
          <SkeletonGroup label={`Loading ${category.name.toLowerCase()}`} className={classes.posts ?? ''}>
            {Array.from({ length: count }, (_, place) => place).map((place) => (
              <Skeleton key={place} height="100%" />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </section>
  );
}
