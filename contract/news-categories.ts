/** Ways to sort posts: by publication, or by the days of their events. */
export const postOrders = ['date', 'event'] as const;
export type PostOrder = (typeof postOrders)[number];

/** The three categories of posts, with the ids that they have on the news site. `order`: how their lists are sorted. */
export const newsCategories = [
  {
    id: 1,
    key: 'blogs',
    name: 'Blogs',
    path: '/blogs',
    order: 'date',
    about: 'Notes from the academy’s instructors, cadets and officers on life and work at sea.',
  },
  {
    id: 7,
    key: 'events',
    name: 'Events',
    path: '/events',
    order: 'event',
    about: 'Open days, seminars, drills and visits at the academy.',
  },
  {
    id: 8,
    key: 'marine-insights',
    name: 'Marine insights',
    path: '/marine-insights',
    order: 'date',
    about: 'Rules, ships and machinery explained for working seafarers.',
  },
] as const;

export type NewsCategory = (typeof newsCategories)[number];

/** Response headers of a list of posts: the total number of posts and of pages. */
export const newsTotalHeader = 'x-wp-total';
export const newsPagesHeader = 'x-wp-totalpages';
export const newsPageLimit = 100;

export function newsCategoryById(id: number): NewsCategory | undefined {
  return newsCategories.find((category) => category.id === id);
}

/** The path of a post's page. The post's id is the part after the last dash. */
export function postPath(category: NewsCategory, post: { id: number; slug: string }): string {
  return `${category.path}/${encodeURIComponent(post.slug)}-${post.id}`;
}

/** The path of a category's RSS feed. */
export function feedPath(category: NewsCategory): string {
  return `${category.path}/feed.xml`;
}
