import { expect, it } from 'vitest';
import {
  coursesWithoutBatches,
  hasSelectable,
  isSelectable,
  keepSelectable,
  selectionProgress,
} from '../../machines/batch-rules.ts';
import { closedBatch, fullBatch, openBatch, otherBatch } from '../../machines/paths/samples.ts';

const courses = [
  { id: 1, batches: [openBatch, fullBatch] },
  { id: 2, batches: [otherBatch] },
];

it('lets only open batches with seats be chosen', () => {
  expect([openBatch, otherBatch, fullBatch, closedBatch].map(isSelectable)).toEqual([true, true, false, false]);
  expect(hasSelectable([openBatch, fullBatch], fullBatch.id)).toBe(false);
  expect(hasSelectable([openBatch], null)).toBe(false);
});

it('names the courses that have no batch to choose', () => {
  expect(coursesWithoutBatches([...courses, { id: 3, batches: [closedBatch] }, { id: 4, batches: [] }])).toEqual([
    3, 4,
  ]);
});

it('drops choices whose batch has gone', () => {
  expect(keepSelectable(courses, { 1: fullBatch.id, 2: otherBatch.id, 9: openBatch.id })).toEqual({ 2: otherBatch.id });
});

it('counts n of m', () => {
  expect(selectionProgress({ courses, chosen: { 2: otherBatch.id } })).toEqual({ chosen: 1, total: 2, remaining: 1 });
});
