import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookingGroup } from '../../contract/booking.ts';
import type { QueuedAttendance } from '../cart/warnings/attendances.ts';
import { academyDay } from '../lib/format/format.ts';
import type { AddRow, OutboxRow } from '../offline/outbox/row.ts';
import { bookingQueries } from './booking.queries.ts';
import { choosableBatches } from './choosable-batches.ts';

/**
 * The outbox rows that still have to add an item to the cart, or have added it since the cart was loaded. Rows that the
 * server refused are left out.
 */
function queuedAdds(rows: readonly OutboxRow[]): AddRow[] {
  return rows.filter((row): row is AddRow => row.kind === 'cart.add' && row.state !== 'needsAttention');
}

/**
 * The batches that the outbox adds to the cart (`queuedAdds`). An outbox row has only ids, so the dates come from
 * `groups` (the offers of Book Online); batches that are not in `groups` are left out. `today`: the current day at the
 * academy.
 */
export function queuedAttendances(
  rows: readonly OutboxRow[],
  groups: readonly BookingGroup[],
  today: string,
): QueuedAttendance[] {
  const single = groups.flatMap(({ courses }) => courses);
  const packages = groups.flatMap((group) => group.packages);
  return queuedAdds(rows).flatMap(({ payload }) => {
    const isCourse = payload.type === 'course';
    const chosen = isCourse ? [payload] : payload.batches;
    const courses = isCourse ? single : (packages.find(({ id }) => id === payload.package_id)?.courses ?? []);
    return chosen.flatMap(({ course_id, batch_id }): QueuedAttendance[] => {
      const course = courses.find(({ id }) => id === course_id);
      const batch = course?.batches.find(({ id }) => id === batch_id);
      if (!course || !batch) return [];
      const { course_name: courseName, prerequisites = [] } = course;
      const batches = choosableBatches(course.batches, today);
      return [{ courseId: course_id, courseName, batch, prerequisites, source: 'queued', batches }];
    });
  });
}

const none: readonly BookingGroup[] = [];

/**
 * The batches that the outbox adds to the student's cart (`queuedAdds`). Their dates come from the offers of Book
 * Online, which the device has saved.
 */
export function useQueuedAttendances(
  studentId: string | null,
  rows: readonly OutboxRow[],
): readonly QueuedAttendance[] {
  const adds = useMemo(() => queuedAdds(rows).filter(({ user }) => user === studentId), [rows, studentId]);
  const isNeeded = (type: 'course' | 'package') => adds.some(({ payload }) => payload.type === type);
  const { data: courses = none } = useQuery({
    ...bookingQueries.groups(studentId, 'individual', ''),
    enabled: isNeeded('course'),
  });
  const { data: packages = none } = useQuery({
    ...bookingQueries.groups(studentId, 'packages', ''),
    enabled: isNeeded('package'),
  });
  return useMemo(() => queuedAttendances(adds, [...courses, ...packages], academyDay()), [adds, courses, packages]);
}
