import { expect, it } from 'vitest';
import { headlinePost, summarisePost } from '../../../src/news/summarise-post.ts';
import { broken, event, post } from './posts.ts';

it('reads title, excerpt and tags as plain text, and two tags at most', () => {
  expect(summarisePost(post())).toEqual({
    id: 41,
    slug: 'ropes-and-people',
    title: 'Ropes & people',
    excerpt: 'Short …',
    day: '2027-02-03',
    tags: ['deck', 'R&D'],
    picture: '/media/courses/management-anchor-640.webp',
  });
});

it('goes without picture and tags where the news site could not give them', () => {
  const summary = summarisePost(post({ _embedded: broken }));
  expect([summary.picture, summary.tags]).toEqual([undefined, []]);
  expect(summarisePost(post({ _embedded: undefined })).tags).toEqual([]);
});

it('keeps a hostile title as words', () => {
  const title = { rendered: '&lt;img src=x onerror=alert(1)&gt; &amp;lt;b&amp;gt;' };
  expect(summarisePost(post({ title })).title).toBe('<img src=x onerror=alert(1)> &lt;b&gt;');
});

it('tells when and where of an event, and nothing of somebody else’s meta', () => {
  expect(headlinePost(post({ meta: event })).event).toEqual(event);
  for (const meta of [[], { footnotes: '' }, { ...event, event_start: 'soon' }, undefined])
    expect(headlinePost(post({ meta })).event).toBeUndefined();
});

it('shows no date where there is none', () => {
  expect(headlinePost(post({ date_gmt: 'never' })).day).toBe('');
});
