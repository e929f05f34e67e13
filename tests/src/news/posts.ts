import type { Post } from '../../../contract/news.ts';

/** A post in the format of the news site (WordPress), with author, picture, categories and tags in `_embedded`. */
export function post(change: Partial<Post> = {}): Post {
  return {
    id: 41,
    date: '2027-02-03T00:30:00',
    // The post's `date` is local time in Asia/Kolkata, where 3 February has already begun. `date_gmt` is the same
    // moment in UTC.
    date_gmt: '2027-02-02T19:00:00',
    modified_gmt: '2027-02-04T10:00:00',
    slug: 'ropes-and-people',
    link: 'https://news.example.com/ropes-and-people/',
    title: { rendered: 'Ropes &#038; people' },
    content: { rendered: '<p>One two three.</p><p>Four.</p>' },
    excerpt: { rendered: '<p>Short &hellip;</p>' },
    author: 3,
    featured_media: 9,
    categories: [1],
    tags: [4, 5, 6],
    meta: [],
    _embedded: {
      author: [{ id: 3, name: 'Asha &amp; crew', avatar_urls: { 24: '/a-24.png', 48: '/a-48.png' } }],
      'wp:featuredmedia': [{ id: 9, source_url: '/media/courses/management-anchor-640.webp', alt_text: 'An anchor' }],
      'wp:term': [
        [{ id: 1, name: 'Blogs' }],
        [
          { id: 4, name: 'deck' },
          { id: 5, name: 'R&amp;D' },
          { id: 6, name: 'third' },
        ],
      ],
    },
    ...change,
  };
}

export const event = { event_start: '2027-03-01', event_end: '2027-03-02', event_place: 'Main Block' };

const fault = { code: 'rest_post_invalid_id', message: 'Invalid post ID.' };
/** An `_embedded` field that has errors in place of the author, the picture, the categories and the tags. */
export const broken: Post['_embedded'] = { author: [fault], 'wp:featuredmedia': [fault], 'wp:term': [fault, fault] };
