import { expect, it } from 'vitest';
import { formatLongDay } from '../../../../src/news/post/long-day.ts';
import { readPost, readTime } from '../../../../src/news/post/read-post.ts';
import { broken, post } from '../posts.ts';

it('readPost reads the title, author, avatar, picture, tags, word count and reading time of a news post', () => {
  expect(readPost(post())).toMatchObject({
    title: 'Ropes & people',
    author: { name: 'Asha & crew', avatar: { small: '/a-24.png', large: '/a-48.png' } },
    picture: { url: '/media/courses/management-anchor-640.webp', alt: 'An anchor' },
    tags: ['deck', 'R&D', 'third'],
    words: 4,
    minutes: 1,
    event: null,
  });
});

it('readPost returns “Unknown Author” and no picture for a post whose embedded author and picture are missing or broken', () => {
  const whole = { author: { name: 'Unknown Author', avatar: null }, picture: null, tags: [] };
  expect(readPost(post({ _embedded: broken }))).toMatchObject(whole);
  expect(readPost(post({ _embedded: undefined }))).toMatchObject(whole);
  const nameless = { author: [{ id: 3, name: ' ' }] };
  expect(readPost(post({ _embedded: nameless })).author).toEqual({ name: 'Unknown Author', avatar: null });
});

it('readTime returns the reading time of a text at 200 words per minute, rounded up', () => {
  expect([0, 1, 200, 201, 400, 401].map(readTime)).toEqual([1, 1, 1, 2, 2, 3]);
});

it('formatLongDay writes the weekday, day, month and year of a date', () => {
  expect(formatLongDay('2027-02-03')).toBe('Wednesday, 3 February 2027');
  expect(formatLongDay('2026-11-21')).toBe('Saturday, 21 November 2026');
});
