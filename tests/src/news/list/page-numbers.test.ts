import { expect, it } from 'vitest';
import { pageAddress, pageNumbers } from '../../../../src/news/list/page-numbers.ts';
import { readPage } from '../../../../src/news/list/read-page.ts';

it('pageNumbers returns the first, the last and the neighbouring page numbers, with null for each gap', () => {
  expect(pageNumbers(1, 2)).toEqual([1, 2]);
  expect(pageNumbers(5, 12)).toEqual([1, null, 4, 5, 6, null, 12]);
  expect(pageNumbers(12, 12)).toEqual([1, null, 11, 12]);
});

it('pageAddress returns a URL without a page number for the first page', () => {
  expect([1, 2].map((page) => pageAddress('/blogs', page))).toEqual(['/blogs', '/blogs?page=2']);
});

it('readPage reads a page number from the URL and ignores invalid values', () => {
  expect(readPage({ page: 3 })).toEqual({ page: 3 });
  expect(readPage({ page: '4' })).toEqual({ page: 4 });
  for (const page of [1, 0, -2, 1.5, 'two', undefined, 1e9, ['2', '3']]) expect(readPage({ page })).toEqual({});
});
