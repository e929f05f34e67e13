import { expect, it } from 'vitest';
import { formatLongDay } from '../../../src/news/long-day.ts';
import { readPost } from '../../../src/news/read-post.ts';
import { readTime } from '../../../src/news/read-time.ts';
import { broken, post } from './posts.ts';

it('reads author, avatar, picture, all tags and the article', () => {
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

it('names an unknown author, without avatar or picture, where what is embedded is broken', () => {
  const whole = { author: { name: 'Unknown Author', avatar: null }, picture: null, tags: [] };
  expect(readPost(post({ _embedded: broken }))).toMatchObject(whole);
  expect(readPost(post({ _embedded: undefined }))).toMatchObject(whole);
  const nameless = { author: [{ id: 3, name: ' ' }] };
  expect(readPost(post({ _embedded: nameless })).author).toEqual({ name: 'Unknown Author', avatar: null });
});

it('counts 200 words a minute, rounded up', () => {
  expect([0, 1, 200, 201, 400, 401].map(readTime)).toEqual([1, 1, 1, 2, 2, 3]);
});

it('writes a day out', () => {
  expect(formatLongDay('2027-02-03')).toBe('Wednesday, 3 February 2027');
  expect(formatLongDay('2026-11-21')).toBe('Saturday, 21 November 2026');
});
