import type { NewsCategory } from '../../contract/news-categories.ts';

type ListTexts = { empty: string; failed: string; wait: string };

/** What a list says of itself (document 2, sections 2 and 8). */
export const listTexts: Record<NewsCategory['key'], ListTexts> = {
  blogs: { empty: 'No articles found.', failed: 'Unable to show blogs currently.', wait: 'Loading blogs' },
  events: { empty: 'No articles found.', failed: 'Unable to show any events currently.', wait: 'Loading events' },
  'marine-insights': {
    empty: 'No insights found.',
    failed: 'Unable to show Marine insights currently.',
    wait: 'Loading marine insights',
  },
};
