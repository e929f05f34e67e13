import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { skeletonCards } from '../../../contract/limits.ts';
import { feedPath, type NewsCategory } from '../../../contract/news-categories.ts';
import { paths } from '../../../contract/pages.ts';
import { useBrand } from '../../content/use-brand.ts';
import { ApiError } from '../../lib/api.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { newsQueries } from '../news.queries.ts';
import classes from './news-list.module.css';
import { NewsPaging } from './news-paging.tsx';
import { PostCard } from './post-card.tsx';

type ListTexts = { empty: string; failed: string; loading: string };

/** Texts of each news list. The specification fixes the wording of `empty` and `failed`. */
const listTexts: Record<NewsCategory['key'], ListTexts> = {
  blogs: { empty: 'No articles found.', failed: 'Unable to show blogs currently.', loading: 'Loading blogs' },
  events: { empty: 'No articles found.', failed: 'Unable to show any events currently.', loading: 'Loading events' },
  'marine-insights': {
    empty: 'No insights found.',
    failed: 'Unable to show Marine insights currently.',
    loading: 'Loading marine insights',
  },
};

type NewsListPageProps = {
  category: NewsCategory;
  page: number;
  /** Whether the server could not load the list when it rendered the page. */
  isRefused: boolean;
};

/** Whether the page number is too high: the news site returns 400 for a page after the last one. */
const isAfterLastPage = (error: Error | null) => error instanceof ApiError && error.status === 400;

/** Skeletons of the cards of a news list. `label`: what is loading, for screen readers; null announces nothing. */
function NewsListSkeleton({ label }: { label: string | null }) {
  return (
    <SkeletonGroup label={label} className={classes.grid ?? ''}>
      {Array.from({ length: skeletonCards }, (_, index) => index).map((card) => (
        <div key={card} className={`panel stack packed gap-3 ${classes.skeleton}`}>
          <Skeleton shape="picture" />
          <Skeleton width="35%" height="0.8rem" />
          <Skeleton width="85%" height="1.2rem" />
          <Skeleton width="70%" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Posts of a category (docs/product.md#news). */
export function NewsListPage({ category, page, isRefused }: NewsListPageProps) {
  const list = useQuery(newsQueries.page(category, page));
  const brand = useBrand();
  const texts = listTexts[category.key];
  const isOffline = useIsOffline();
  const isEmpty = isAfterLastPage(list.error) || list.data?.posts.length === 0;
  const hasFailed = !list.data && !isEmpty && (list.isError || isRefused);

  useEffect(() => {
    if (list.isError && !isEmpty && !isOffline)
      showToast({ title: 'Request failed', message: texts.failed, tone: 'warning' });
  }, [list.isError, isEmpty, isOffline, texts]);

  return (
    <Page>
      <PageTitle lead={category.about}>{category.name}</PageTitle>
      {hasFailed ? (
        <LoadFailed
          message={texts.failed}
          onRetry={() => void list.refetch()}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {isEmpty ? (
        <EmptyState
          title={texts.empty}
          action={
            <ActionLink href={page > 1 ? category.path : paths.home} look="outline">
              {page > 1 ? `All ${category.name.toLowerCase()}` : 'Home'}
            </ActionLink>
          }
        />
      ) : null}
      {list.data || isEmpty || hasFailed ? null : <NewsListSkeleton label={texts.loading} />}
      {list.data && !isEmpty ? (
        <>
          <ul className={classes.grid}>
            {list.data.posts.map((post, index) => (
              <PostCard key={post.id} category={category} post={post} isEager={index === 0} />
            ))}
          </ul>
          <div className={`row wrap between ${classes.foot}`}>
            <NewsPaging path={category.path} page={page} pages={list.data.pages} />
            <a className="touch" href={feedPath(category)}>
              RSS feed
            </a>
          </div>
        </>
      ) : null}
    </Page>
  );
}
