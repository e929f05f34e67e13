import type { Batch } from '../../contract/batch.ts';
import type { BatchTrouble, CartItem, LineTrouble } from '../../contract/cart.ts';

/** A course of a line with its batch: a course has one, a package one a course. */
export type LinePart = { courseId: number; courseName: string; batch: Batch; trouble: LineTrouble | null };

type Marked = { batch: Batch & { is_booked?: boolean | undefined }; trouble: BatchTrouble | null };

/** A batch that the student has booked is nothing else: it may be full because of them. */
const troubleOf = ({ batch, trouble }: Marked): LineTrouble | null => (batch.is_booked ? 'booked' : trouble);

export function partsOf({ course, package: bundle }: CartItem): LinePart[] {
  if (course)
    return [{ courseId: course.id, courseName: course.course_name, batch: course.batch, trouble: troubleOf(course) }];
  return (bundle?.batches ?? []).map((part) => ({
    courseId: part.course.id,
    courseName: part.course.course_name,
    batch: part.batch,
    trouble: troubleOf(part),
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
