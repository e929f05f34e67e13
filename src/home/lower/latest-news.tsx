import { useQuery } from '@tanstack/react-query';
import { blogsOnHome, eventsOnHome } from '../../../contract/limits.ts';
import { newsCategories, postPath } from '../../../contract/news-categories.ts';
import { formatDay } from '../../lib/format/format.ts';
import { EventLine } from '../../news/event-line.tsx';
import { PostCover } from '../../news/post-cover.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../home-page.module.css';
import { latestQueries } from './latest.queries.ts';
import { LatestSection } from './latest-section.tsx';

const [blogs, events] = newsCategories;

/** The newest blog posts, and the events that take place next. */
export function LatestNews() {
  const posts = useQuery(latestQueries.blogs());
  const eventPosts = useQuery(latestQueries.events());
  return (
    <>
      <LatestSection
        category={blogs}
        title="From our blog"
        count={blogsOnHome}
        latest={posts}
        renderPost={(post) => (
          <li key={post.id} className={classes.post}>
            <PostCover url={post.picture} name={post.title} sizes="(min-width: 62em) 17rem, 7rem" />
            <h3>
              <PageLink href={postPath(blogs, post)}>{post.title}</PageLink>
            </h3>
            <p className="soft tiny">{post.day ? formatDay(post.day) : null}</p>
          </li>
        )}
      />
      <LatestSection
        category={events}
        title="Events"
        count={eventsOnHome}
        latest={eventPosts}
        renderPost={(post) => (
          <li key={post.id} className={classes.post} data-look="event">
            <h3>
              <PageLink href={postPath(events, post)}>{post.title}</PageLink>
            </h3>
            <p className="soft tiny">
              {post.event ? <EventLine event={post.event} /> : post.day && formatDay(post.day)}
            </p>
          </li>
        )}
      />
    </>
  );
}
