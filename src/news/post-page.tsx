import { useQuery } from '@tanstack/react-query';
import type { NewsCategory } from '../../contract/news-categories.ts';
import { PolicyWaiting } from '../content/policies/policy-waiting.tsx';
import { RichText } from '../content/rich-text.tsx';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { EventFacts } from './event-facts.tsx';
import { formatLongDay } from './long-day.ts';
import { newsQueries } from './news.queries.ts';
import { PostAuthor } from './post-author.tsx';
import { PostCover } from './post-cover.tsx';
import classes from './post-page.module.css';

import { readPost } from './read-post.ts';
import { ShareButton } from './share-button.tsx';

/** One post: long date, author, read time, tags, picture and article (document 2, section 2). */
export function PostPage({ category, id }: { category: NewsCategory; id: number }) {
  const post = useQuery(newsQueries.post(id));
  if (!post.data) return <PolicyWaiting />;
  const { title, day, author, minutes, tags, picture, event, html } = readPost(post.data);
  return (
    <Page>
      <article className={classes.post} data-first-view="">
        <header className={classes.head}>
          <PageLink href={category.path} className={classes.back} isExact>
            <Icon name="arrowLeft" size={18} />
            Back to {category.name.toLowerCase()}
          </PageLink>
          <h1>{title}</h1>
          <p className={classes.facts}>
            <PostAuthor author={author} />
            {day ? <time dateTime={day}>{formatLongDay(day)}</time> : null}
            <span>{minutes} min read</span>
          </p>
          {event ? <EventFacts event={event} /> : null}
        </header>
        <PostCover url={picture?.url} alt={picture?.alt ?? ''} sizes="(min-width: 48em) 44rem, 100vw" isEager />
        <div className={classes.article}>
          <RichText html={html} />
        </div>
        <footer className={classes.foot}>
          {tags.length > 0 ? (
            <ul className={classes.tags} aria-label="Tags">
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          ) : null}
          <ShareButton title={title} />
        </footer>
      </article>
    </Page>
  );
}
