import { blogsOnHome, eventsOnHome } from '../../../contract/limits.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { newsQueries } from '../../news/news.queries.ts';

const [blogs, events] = newsCategories;

/** The first posts of the blog and of the list of events, for Home. */
export const latestQueries = {
  blogs: () => newsQueries.latest(blogs, blogsOnHome),
  events: () => newsQueries.latest(events, eventsOnHome),
};
