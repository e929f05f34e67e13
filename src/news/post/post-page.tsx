import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewsCategory } from '../../../contract/news-categories.ts';
import { PolicySkeleton } from '../../content/policies/policy-skeleton.tsx';
import { RichText } from '../../content/rich-text.tsx';
import { formatDay } from '../../lib/format/format.ts';
import { useLowData } from '../../lib/low-data.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { newsQueries } from '../news.queries.ts';
import { PostCover } from '../post-cover.tsx';
import { EventFacts } from './event-facts.tsx';
import { formatLongDay } from './long-day.ts';
import classes from './post-page.module.css';
import { type PostView, readPost } from './read-post.ts';
import { ShareButton } from './share-button.tsx';

/**
 * Name and avatar of a post's author. In low-data mode, and if the avatar is missing or cannot be loaded, an icon is
 * shown instead of it.
 */
function PostAuthor({ author }: Pick<PostView, 'author'>) {
  const [hasFailed, setHasFailed] = useState(false);
  const isLowDataMode = useLowData() !== null;
  const { name, avatar } = author;
  return (
    <span className={`middle gap-2 ink medium ${classes.author}`}>
      <span className={`stack relative clip ${classes.avatar}`}>
        <Icon name="user" size={16} />
        {avatar && !hasFailed && !isLowDataMode ? (
          <img
            src={avatar.small}
            srcSet={avatar.large ? `${avatar.large} 2x` : undefined}
            alt=""
            width="24"
            height="24"
            onError={() => setHasFailed(true)}
          />
        ) : null}
      </span>
      {name}
    </span>
  );
}

/** The page of a news post (docs/product.md#news). `today`: the current day at the academy. */
export function PostPage({ category, id, today }: { category: NewsCategory; id: number; today: string }) {
  const post = useQuery(newsQueries.post(id));
  if (!post.data) return <PolicySkeleton />;
  const { title, day, author, minutes, tags, picture, event, html } = readPost(post.data);
  return (
    <Page>
      <article className={`stack gap-6 ${classes.post}`} data-first-screen="">
        <header className="stack gap-3">
          <PageLink href={category.path} className={`touch self-left gap-2 plain small screen-only ${classes.back}`}>
            <Icon name="arrowLeft" size={18} />
            Back to {category.name.toLowerCase()}
          </PageLink>
          <h1>{title}</h1>
          <p className={`row wrap middle soft small ${classes.facts}`}>
            <PostAuthor author={author} />
            {day && !event ? <time dateTime={day}>{formatLongDay(day)}</time> : null}
            <span>{minutes} min read</span>
          </p>
          {event ? <EventFacts event={event} title={title} id={id} today={today} /> : null}
          {event && day ? (
            <p className="soft small">
              Published <time dateTime={day}>{formatDay(day)}</time>
            </p>
          ) : null}
        </header>
        <PostCover url={picture?.url} alt={picture?.alt ?? ''} sizes="(min-width: 48em) 44rem, 100vw" isEager />
        <div className={classes.article}>
          <RichText html={html} />
        </div>
        <footer className={`row wrap middle between line-above ${classes.foot}`}>
          {tags.length > 0 ? (
            <ul className={`row wrap gap-2 soft tiny ${classes.tags}`} aria-label="Tags">
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
