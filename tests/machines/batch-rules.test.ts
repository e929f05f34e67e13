import { expect, it } from 'vitest';
import { closedBatch, fullBatch, openBatch, otherBatch } from '../../lab/alphabets/samples.ts';
import {
  coursesWithoutBatches,
  hasSelectable,
  isSelectable,
  keepSelectable,
  selectionProgress,
} from '../../machines/batch-rules.ts';

const courses = [
  { id: 1, batches: [openBatch, fullBatch] },
  { id: 2, batches: [otherBatch] },
];

it('only open batches with free seats can be chosen', () => {
  expect([openBatch, otherBatch, fullBatch, closedBatch].map(isSelectable)).toEqual([true, true, false, false]);
  expect(hasSelectable([openBatch, fullBatch], fullBatch.id)).toBe(false);
  expect(hasSelectable([openBatch], null)).toBe(false);
});

it('coursesWithoutBatches returns the courses that have no batch a student can choose', () => {
  expect(coursesWithoutBatches([...courses, { id: 3, batches: [closedBatch] }, { id: 4, batches: [] }])).toEqual([
    3, 4,
  ]);
});

it('keepSelectable removes chosen batches that can no longer be booked or whose course is unknown', () => {
  expect(keepSelectable(courses, { 1: fullBatch.id, 2: otherBatch.id, 9: openBatch.id })).toEqual({ 2: otherBatch.id });
});

it('selectionProgress counts how many courses of a package have a chosen batch and how many still need one', () => {
  expect(selectionProgress({ courses, chosen: { 2: otherBatch.id } })).toEqual({ chosen: 1, total: 2, remaining: 1 });
  const chosen = { 1: openBatch.id, 2: otherBatch.id, 9: openBatch.id };
  expect(selectionProgress({ courses, chosen })).toEqual({ chosen: 2, total: 2, remaining: 0 });
});
