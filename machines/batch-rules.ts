import type { Batch } from '../contract/batch.ts';

/** The fields of a batch that decide whether it can be chosen. */
export type BatchChoice = Pick<Batch, 'id' | 'available' | 'status'>;

/** A course of a package with its batches. */
export type CourseChoice = { id: number; batches: readonly BatchChoice[] };

/** Batch chosen for each course, keyed by course id. */
export type ChosenBatches = Record<string, number>;

/** Whether the batch is open and has seats left. */
export function isSelectable(batch: BatchChoice): boolean {
  return batch.available > 0 && batch.status === 'open';
}

/** Whether `batches` contains the batch with the id `batchId`, and this batch is open and has seats left. */
export function hasSelectable(batches: readonly BatchChoice[], batchId: number | null): boolean {
  return batches.some((batch) => batch.id === batchId && isSelectable(batch));
}

/** Ids of the courses of a package that have no open batch with free seats. */
export function coursesWithoutBatches(courses: readonly CourseChoice[]): number[] {
  return courses.filter((course) => !course.batches.some(isSelectable)).map((course) => course.id);
}

/** Removes the choices of batches that can no longer be booked because they are gone, closed or full. */
export function keepSelectable(courses: readonly CourseChoice[], chosen: ChosenBatches): ChosenBatches {
  const bookable = courses.filter((course) => hasSelectable(course.batches, chosen[course.id] ?? null));
  return Object.fromEntries(bookable.map((course) => [course.id, chosen[course.id] ?? 0]));
}

/** Counts how many courses of a package have a chosen batch, and how many do not. */
export function selectionProgress(selection: { courses: readonly CourseChoice[]; chosen: ChosenBatches }) {
  const total = selection.courses.length;
  const chosen = selection.courses.filter(({ id }) => selection.chosen[id] !== undefined).length;
  return { chosen, total, remaining: total - chosen };
}
