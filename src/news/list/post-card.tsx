import { type NewsCategory, postPath } from '../../../contract/news-categories.ts';
import { formatDays } from '../../lib/format/format.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { eventHoursAndPlace } from '../event-times.ts';
import { PostCover } from '../post-cover.tsx';
import type { PostSummary } from '../summarise-post.ts';
import classes from './news-list.module.css';

type PostCardProps = { category: NewsCategory; post: PostSummary; isEager?: boolean };

/** Card of a post in a list. Its date is that of the event if the post is about one, or else that of publication. */
export function PostCard({ category, post, isEager = false }: PostCardProps) {
  const firstDay = post.event?.event_start ?? post.day;
  const lastDay = post.event?.event_end ?? post.day;
  return (
    <li className={classes.card}>
      <PostCover
        url={post.picture}
        name={post.title}
        sizes="(min-width: 62em) 22rem, (min-width: 40em) 45vw, 92vw"
        isEager={isEager}
      />
      <p className="soft tiny">{firstDay ? <time dateTime={firstDay}>{formatDays(firstDay, lastDay)}</time> : null}</p>
      <h2 className={classes.title}>
        <PageLink className="plain ink" href={postPath(category, post)}>
          {post.title}
        </PageLink>
      </h2>
      {post.event ? <p className="ink tiny medium">{eventHoursAndPlace(post.event)}</p> : null}
      <p className={classes.excerpt}>{post.excerpt}</p>
      {post.tags.length > 0 ? (
        <ul className={`row wrap gap-1-5 soft tiny ${classes.tags}`} aria-label="Tags">
          {post.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
