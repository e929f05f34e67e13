import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CalendarBatch, CalendarOptions } from '../../../../contract/staff/batches.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { calendarQueries } from '../calendar.queries.ts';
import { clockTimes } from '../clock-times.ts';
import type { BatchPlan } from './batch-plan.ts';

type Place = Pick<BatchPlan, 'capacity' | 'venue_id' | 'instructor_id' | 'start_time' | 'end_time'>;

/** The fields that the latest batch fills in. Those of one group are filled in together or not at all. */
const groups = [['capacity'], ['venue_id'], ['instructor_id'], ['start_time', 'end_time']] as const;

/** The seats, place and times of a batch. A field is '' if the batch has no value, or one that is no longer offered. */
function placeOf({ capacity, venue, instructor, times }: CalendarBatch, options: CalendarOptions): Place {
  const offered = (list: readonly { id: string }[], place: { id: string } | null) =>
    list.find(({ id }) => id === place?.id)?.id ?? '';
  return {
    ...{ capacity, venue_id: offered(options.venues, venue), instructor_id: offered(options.instructors, instructor) },
    ...clockTimes(times),
  };
}

type LatestBatch = {
  /** Says where the seats, the place and the times in the form come from. */
  source: string;
  /**
   * Remembers the values that staff have entered. They fill in the fields for which the latest batch of the next chosen
   * course has no value.
   */
  rememberEntries: () => void;
};

/**
 * Fills in the seats, venue, instructor and times of the latest batch of the chosen course. Fields that staff have
 * changed for this course stay as they are. A field for which that batch has no value gets what staff entered last.
 * `copied`: the course of the batch that is being duplicated, whose values the form already has; otherwise null.
 */
export function useLatestBatch(
  form: UseFormReturnType<BatchPlan>,
  options: CalendarOptions,
  copied: string | null,
): LatestBatch {
  const { course_id: course } = form.values;
  const entries = useRef<Partial<Place>>(form.getInitialValues());
  const isSought = course !== '' && course !== copied;
  const query = useQuery({ ...calendarQueries.latestBatch(Number(course), options.today), enabled: isSought });
  // The form is usable without the latest batch, so treat a failed call as if there were none.
  const latest = isSought ? (query.isLoadingError ? null : query.data) : undefined;
  const changed = () => groups.filter((group) => group.some((field) => form.isDirty(field))).flat();

  const fillIn = useEffectEvent((batch: CalendarBatch | null) => {
    const isChanged = new Set<string>(changed());
    const fields = groups.flat().filter((field) => !isChanged.has(field));
    const place: Partial<Place> = batch ? placeOf(batch, options) : {};
    const filled = Object.fromEntries(fields.map((field) => [field, place[field] || (entries.current[field] ?? '')]));
    // Make the filled-in values the form's initial values, so that they do not count as changes by staff. Staff can
    // then leave the page without a warning, and the latest batch of another course may replace the values.
    form.setInitialValues({ ...form.getInitialValues(), ...filled });
    form.setValues(filled);
  });
  useEffect(() => {
    if (latest !== undefined) fillIn(latest);
  }, [latest]);

  return {
    source: sourceText(course, copied, latest),
    rememberEntries() {
      const entered = Object.fromEntries(changed().map((field) => [field, form.getValues()[field]]));
      entries.current = { ...entries.current, ...entered };
    },
  };
}

function sourceText(course: string, copied: string | null, latest: CalendarBatch | null | undefined): string {
  if (course === '') return 'When you choose the course, its latest batch fills in the seats, the place and the times.';
  if (course === copied) return 'As in the batch that you duplicate.';
  if (latest === undefined)
    return 'Looking for the latest batch of the course, which fills in the seats, the place and the times…';
  if (latest === null) return 'No recent batch of the course was found. Check the seats, the place and the times.';
  return `As in the course’s batch of ${formatDay(latest.start_date)}. Change what differs.`;
}
