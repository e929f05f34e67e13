import { blogsOnHome, eventsOnHome } from '../../contract/limits.ts';
import { newsCategories } from '../../contract/news-categories.ts';
import { newsQueries } from '../news/news.queries.ts';

const [blogs, events] = newsCategories;

/** The four newest blog posts and the three newest events (document 1, section 9). */
export const latestQueries = {
  blogs: () => newsQueries.latest(blogs, blogsOnHome),
  events: () => newsQueries.latest(events, eventsOnHome),
};
