import { blogsOnHome, eventsOnHome } from '../../../contract/limits.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { newsQueries } from '../../news/news.queries.ts';

const [blogs, events] = newsCategories;

/** Home's queries for the first posts in the list of blogs and the first in the list of events. */
export const latestQueries = {
  blogs: () => newsQueries.latest(blogs, blogsOnHome),
  events: () => newsQueries.latest(events, eventsOnHome),
};
