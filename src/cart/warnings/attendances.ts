import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import type { Attendance } from '../../../contract/booking-warnings.ts';
import type { Cart, CartCourse } from '../../../contract/cart.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { enrolmentQueries } from '../../student/courses/enrolment.queries.ts';
import { cartQueries } from '../cart.queries.ts';

/**
 * A batch that the outbox adds to the cart. `batches`: the batches of its course that can be booked, earliest first.
 */
export type QueuedAttendance = Attendance & { batches: readonly Batch[] };

type InCart = { course: Omit<CartCourse, 'batch' | 'trouble'>; batch: CartCourse['batch']; trouble: string | null };

/**
 * The batches in the cart. Batches that cannot be booked are left out, because the student must replace or remove them
 * anyway.
 */
function cartAttendances(cart: Cart | undefined): Attendance[] {
  const chosen = (cart?.items ?? []).flatMap(({ course, package: bundle }): InCart[] =>
    course ? [{ course, batch: course.batch, trouble: course.trouble }] : (bundle?.batches ?? []),
  );
  return chosen.flatMap(({ course, batch, trouble }) =>
    trouble !== null || batch.is_booked
      ? []
      : [
          {
            courseId: course.id,
            courseName: course.course_name,
            batch,
            prerequisites: course.prerequisites ?? [],
            source: 'cart',
          },
        ],
  );
}

/**
 * The batches that the student has booked or has in the cart. `booked` and `cart` are undefined while unknown.
 * Cancelled batches are left out, and so are past courses that the student has not completed, for example failed ones.
 * They clash with nothing and fulfil no prerequisite.
 */
export function attendancesOf(booked: readonly Enrolment[] | undefined, cart: Cart | undefined): Attendance[] {
  return [
    ...(booked ?? [])
      .filter(({ not_completed, cancelled }) => !not_completed && !cancelled)
      .map(
        ({ course_id, course_name, batch_id, start_date, end_date }): Attendance => ({
          courseId: course_id,
          courseName: course_name,
          batch: { id: batch_id, start_date, end_date },
          prerequisites: [],
          source: 'booked',
        }),
      ),
    ...cartAttendances(cart),
  ];
}

/**
 * Returns the batches that the student has in the cart or has booked (`own`), and those that the outbox adds to the
 * cart (`queued`). Each batch is returned once: a delivered addition may be in the cart already.
 */
export function withQueued(own: readonly Attendance[], queued: readonly Attendance[]): readonly Attendance[] {
  const ids = new Set(own.map(({ batch }) => batch.id));
  return [...own, ...queued.filter(({ batch }) => !ids.has(batch.id))];
}

/**
 * The batches that the student has in the cart or has booked. Until the bookings are known, only the batches in the
 * cart are returned. `studentId` is null for a visitor.
 */
export function useAttendances(studentId: string | null, cart: Cart | undefined): readonly Attendance[] {
  const { data: booked } = useQuery({ ...enrolmentQueries.list(studentId ?? ''), enabled: studentId !== null });
  return useMemo(() => attendancesOf(booked, cart), [booked, cart]);
}

/**
 * Like `useAttendances`, for a page that has not loaded the cart. `isLoading`: the cart or the bookings are still
 * loading, so batches may be missing.
 */
export function useOwnAttendances(studentId: string | null) {
  const enabled = studentId !== null;
  const cart = useQuery({ ...cartQueries.current(studentId ?? ''), enabled });
  const booked = useQuery({ ...enrolmentQueries.list(studentId ?? ''), enabled });
  const attendances = useAttendances(studentId, cart.data);
  return { attendances, isLoading: cart.isLoading || booked.isLoading };
}
