import { expect, it } from 'vitest';
import { headlinePost, summarisePost } from '../../../src/news/summarise-post.ts';
import { broken, event, post } from './posts.ts';

it('summarisePost returns the title, the excerpt and at most two tags of a news post as plain text', () => {
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

it('summarisePost shortens a long excerpt after a whole word, or inside a first word that is too long', () => {
  const shortened = (text: string) => summarisePost(post({ excerpt: { rendered: `<p>${text}</p>` } })).excerpt;
  const words = 'An exercise that every second engineer remembers, and the four minutes in';
  expect(shortened(`${words} which it is decided.`)).toBe(`${words}…`);
  expect(
    shortened('The second person dies more often than the first. Why, and what a crew can, on any afternoon, do.'),
  ).toBe('The second person dies more often than the first. Why, and what a crew can…');
  const full = `${words} a`;
  expect(full).toHaveLength(75);
  expect(shortened(full)).toBe(full);
  expect(shortened(`${full}b`)).toBe(`${words}…`);
  expect(shortened('🚢'.repeat(76))).toBe(`${'🚢'.repeat(75)}…`);
});

it('summarisePost returns no tags for a post without embedded WordPress data, and no tags and no picture if these data are errors', () => {
  const summary = summarisePost(post({ _embedded: broken }));
  expect([summary.picture, summary.tags]).toEqual([undefined, []]);
  expect(summarisePost(post({ _embedded: undefined })).tags).toEqual([]);
});

it('summarisePost decodes the entities in the title of a post once, and keeps HTML tags in it as text', () => {
  const title = { rendered: '&lt;img src=x onerror=alert(1)&gt; &amp;lt;b&amp;gt;' };
  expect(summarisePost(post({ title })).title).toBe('<img src=x onerror=alert(1)> &lt;b&gt;');
});

it('headlinePost returns the dates and place of an event only if the meta data of the post contains them in a valid form', () => {
  expect(headlinePost(post({ meta: event })).event).toEqual(event);
  for (const meta of [[], { footnotes: '' }, { ...event, event_start: 'soon' }, undefined])
    expect(headlinePost(post({ meta })).event).toBeUndefined();
});

it('headlinePost returns an empty string as the day of a post with an invalid date', () => {
  expect(headlinePost(post({ date_gmt: 'never' })).day).toBe('');
});
