import type { Batch } from '../contract/batch.ts';
import type { BatchTrouble, Cart, CartItem, LineTrouble } from '../contract/cart.ts';

/**
 * A course in a cart line, with its batch. The line of a single course has one `LineCourse`; the line of a package has
 * one for each course of the package.
 */
export type LineCourse = { courseId: number; courseName: string; batch: Batch; trouble: LineTrouble | null };

type Marked = { batch: Batch & { is_booked?: boolean | undefined }; trouble: BatchTrouble | null };

/**
 * Why a batch in the cart cannot be booked; null if it can. `booked` takes precedence over `full`, because the
 * student's own seat may have filled the batch.
 */
const troubleOf = ({ batch, trouble }: Marked): LineTrouble | null => (batch.is_booked ? 'booked' : trouble);

export function lineCourses({ course, package: bundle }: CartItem): LineCourse[] {
  if (course)
    return [{ courseId: course.id, courseName: course.course_name, batch: course.batch, trouble: troubleOf(course) }];
  return (bundle?.batches ?? []).map((chosen) => ({
    courseId: chosen.course.id,
    courseName: chosen.course.course_name,
    batch: chosen.batch,
    trouble: troubleOf(chosen),
  }));
}

/** Name of the cart line's course or package. */
export function lineName(line: CartItem): string {
  return line.course?.course_name ?? line.package?.package_name ?? '';
}

/** Whether the cart line has a batch that cannot be booked. */
export function hasTrouble(line: CartItem): boolean {
  return lineCourses(line).some(({ trouble }) => trouble !== null);
}

/**
 * The ids of the courses and packages in the cart. `courses` also has the courses of these packages, because the server
 * accepts no course twice.
 */
export type CartContents = { courses: ReadonlySet<number>; packages: ReadonlySet<number> };

export function cartContents(cart: Cart | undefined): CartContents {
  const lines = cart?.items ?? [];
  return {
    courses: new Set(lines.flatMap(lineCourses).map(({ courseId }) => courseId)),
    packages: new Set(lines.flatMap((line) => (line.package ? [line.package.id] : []))),
  };
}
