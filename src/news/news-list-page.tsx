import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { feedPath, type NewsCategory } from '../../contract/news-categories.ts';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { ApiError } from '../lib/api.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { showToast } from '../ui/toasts.ts';
import { listTexts } from './list-texts.ts';
import { newsQueries } from './news.queries.ts';
import classes from './news-list.module.css';
import { NewsPaging } from './news-paging.tsx';
import { NewsWaiting } from './news-waiting.tsx';
import { PostCard } from './post-card.tsx';

type NewsListPageProps = {
  category: NewsCategory;
  page: number;
  /** The server that drew the page could not get the list. */
  isRefused: boolean;
};

/** A page after the last has no posts; the news site says so by 400. */
const isBeyond = (error: Error | null) => error instanceof ApiError && error.status === 400;

/** Posts of a category, newest first (document 2, section 2). */
export function NewsListPage({ category, page, isRefused }: NewsListPageProps) {
  const list = useQuery(newsQueries.page(category, page));
  const brand = useBrand();
  const texts = listTexts[category.key];
  const isEmpty = isBeyond(list.error) || list.data?.posts.length === 0;
  const hasFailed = !list.data && !isEmpty && (list.isError || isRefused);

  useEffect(() => {
    if (list.isError && !isEmpty) showToast({ title: 'Request failed', message: texts.failed, tone: 'warning' });
  }, [list.isError, isEmpty, texts]);

  return (
    <Page>
      <PageTitle lead={category.about}>{category.name}</PageTitle>
      {hasFailed ? (
        <ErrorState
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
      {list.data || isEmpty || hasFailed ? null : <NewsWaiting label={texts.wait} />}
      {list.data && !isEmpty ? (
        <>
          <ul className={classes.grid}>
            {list.data.posts.map((post, place) => (
              <PostCard key={post.id} category={category} post={post} isEager={place === 0} />
            ))}
          </ul>
          <div className={classes.foot}>
            <NewsPaging path={category.path} page={page} pages={list.data.pages} />
            <a className={classes.feed} href={feedPath(category)}>
              RSS feed
            </a>
          </div>
        </>
      ) : null}
    </Page>
  );
}
