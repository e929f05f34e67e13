import type { Batch } from '../../contract/batch.ts';
import type { BatchTrouble, CartItem } from '../../contract/cart.ts';

/** A course of a line with its batch: a course has one, a package one a course. */
export type LinePart = { courseId: number; courseName: string; batch: Batch; trouble: BatchTrouble | null };

export function partsOf({ course, package: bundle }: CartItem): LinePart[] {
  if (course)
    return [{ courseId: course.id, courseName: course.course_name, batch: course.batch, trouble: course.trouble }];
  return (bundle?.batches ?? []).map((part) => ({
    courseId: part.course.id,
    courseName: part.course.course_name,
    batch: part.batch,
    trouble: part.trouble,
  }));
}

/** Name of a line's course or package. */
export function lineName(line: CartItem): string {
  return line.course?.course_name ?? line.package?.package_name ?? '';
}

/** Whether some batch of the line cannot be booked. */
export function hasTrouble(line: CartItem): boolean {
  return partsOf(line).some(({ trouble }) => trouble !== null);
}
