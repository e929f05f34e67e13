import { expect, it } from 'vitest';
import { counted } from '../../contract/counted.ts';

it('a count with a noun uses the singular only for 1, and an irregular plural if one is given', () => {
  expect([0, 1, 2].map((count) => counted(count, 'seat'))).toEqual(['0 seats', '1 seat', '2 seats']);
  expect([1, 1200].map((count) => counted(count, 'batch', 'batches'))).toEqual(['1 batch', '1,200 batches']);
  expect([1, 2].map((count) => counted(count, 'student is', 'students are'))).toEqual([
    '1 student is',
    '2 students are',
  ]);
});
