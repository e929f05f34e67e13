import type { Batch } from '../contract/batch.ts';

/** What a choice needs to know of a batch. */
export type BatchChoice = Pick<Batch, 'id' | 'available' | 'status'>;

/** A course of a package with its batches. */
export type CourseChoice = { id: number; batches: readonly BatchChoice[] };

/** Batch chosen for each course, keyed by course id. */
export type ChosenBatches = Record<string, number>;

/** Only an open batch with seats can be chosen (document 1, section 5). */
export function isSelectable(batch: BatchChoice): boolean {
  return batch.available > 0 && batch.status === 'open';
}

/** Whether the list has the batch and it can be chosen. */
export function hasSelectable(batches: readonly BatchChoice[], batchId: number | null): boolean {
  return batches.some((batch) => batch.id === batchId && isSelectable(batch));
}

/** Courses of a package that have no batch to choose. */
export function coursesWithoutBatches(courses: readonly CourseChoice[]): number[] {
  return courses.filter((course) => !course.batches.some(isSelectable)).map((course) => course.id);
}

/** Choices that can still be booked; the others are dropped. */
export function keepSelectable(courses: readonly CourseChoice[], chosen: ChosenBatches): ChosenBatches {
  const kept = courses.filter((course) => hasSelectable(course.batches, chosen[course.id] ?? null));
  return Object.fromEntries(kept.map((course) => [course.id, chosen[course.id] ?? 0]));
}

/** Progress of a package's choice: n `chosen` of m `total`, `remaining` courses to choose. */
export function selectionProgress(selection: { courses: readonly CourseChoice[]; chosen: ChosenBatches }) {
  const total = selection.courses.length;
  const chosen = Object.keys(selection.chosen).length;
  return { chosen, total, remaining: total - chosen };
}
