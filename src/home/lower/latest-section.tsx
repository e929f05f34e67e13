import type { ReactNode } from 'react';
import type { NewsCategory } from '../../../contract/news-categories.ts';
import type { PostHeadline } from '../../news/summarise-post.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../home-page.module.css';

type LatestPosts = { data?: PostHeadline[] | undefined; isError: boolean; refetch(): unknown };

type LatestSectionProps = {
  category: NewsCategory;
  title: string;
  count: number;
  latest: LatestPosts;
  /** Renders one post as a list item. */
  renderPost: (post: PostHeadline) => ReactNode;
};

/**
 * The newest posts of a category. The section has the same height while they are loading, when there are none, and when
 * they cannot be loaded.
 */
export function LatestSection({ category, title, count, latest, renderPost }: LatestSectionProps) {
  const hasFailed = latest.isError && !latest.data && !import.meta.env.SSR;
  return (
    <section className="stack gap-4" aria-labelledby={category.key}>
      <div className="row wrap middle between gap-x-4">
        <h2 id={category.key}>{title}</h2>
        <PageLink href={category.path} className="touch gap-1-5 small">
          All {category.name.toLowerCase()}
          <Icon name="arrowRight" size={18} />
        </PageLink>
      </div>
      <div className={classes.content} data-look={category.key}>
        {latest.data && latest.data.length > 0 ? (
          <ul className={classes.posts}>{latest.data.map(renderPost)}</ul>
        ) : null}
        {latest.data?.length === 0 ? <p>No articles found.</p> : null}
        {hasFailed ? (
          <LoadFailed message={`${category.name} could not be loaded.`} onRetry={() => void latest.refetch()} />
        ) : null}
        {latest.data || hasFailed ? null : (
          <SkeletonGroup label={`Loading ${category.name.toLowerCase()}`} className={classes.posts ?? ''}>
            {Array.from({ length: count }, (_, index) => index).map((index) => (
              <Skeleton key={index} height="100%" />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </section>
  );
}
