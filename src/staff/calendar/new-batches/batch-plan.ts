import * as z from 'zod';
import type { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import { type CourseLength, daysBetween, realDaySchema, type Weekday, weekdays } from '../../../../contract/days.ts';
import { expandSeries, longestSeries } from '../../../../contract/series.ts';
import { createStaffBatches, type NewStaffBatch } from '../../../../contract/staff/batches.ts';

/** The values of the form for new batches: one batch or a series. An empty number field has the value ''. */
export type BatchPlan = {
  course_id: string;
  repeat: 'once' | 'week' | 'month';
  /** The first day of the batch, or the first day on which a batch of the series may start. */
  from: string;
  until: string;
  every: number | string;
  weekdays: Weekday[];
  /** Days of a month, such as `first monday`, `day 15` or `last day`. */
  month_days: string[];
  if_off: 'skip' | 'postpone';
  capacity: number | string;
  office_seats: number | string;
  venue_id: string;
  instructor_id: string;
  start_time: string;
  end_time: string;
  state: 'open' | 'draft';
  reason: string;
};

export const emptyPlan: BatchPlan = {
  ...{ course_id: '', repeat: 'once', from: '', until: '', every: 1, weekdays: [], month_days: [], if_off: 'skip' },
  ...{ capacity: '', office_seats: 0, venue_id: '', instructor_id: '', start_time: '', end_time: '', state: 'open' },
  reason: '',
};

const { shape } = createStaffBatches.body.shape.batches.element;
const isDay = (text: string) => realDaySchema.safeParse(text).success;

export const planSchema = z
  .object({
    course_id: z.string().min(1, 'Choose the course'),
    repeat: z.enum(['once', 'week', 'month']),
    from: z.iso.date('Choose the day'),
    until: z.string(),
    every: z.number('Enter a number').int().min(1, 'At least 1').max(60, 'At most 60'),
    weekdays: z.array(z.enum(weekdays)),
    month_days: z.array(z.string()),
    capacity: z.number('Enter the number of seats').pipe(shape.capacity),
    office_seats: z.number('Enter a number, or 0').pipe(z.int().min(0, 'At least 0')),
    start_time: z.string(),
    end_time: z.string(),
    reason: createStaffBatches.body.shape.reason,
  })
  .superRefine((plan, check) => {
    const refuse = (field: keyof typeof plan, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message });
    const { repeat, from, until, start_time: start, end_time: end } = plan;
    if (plan.office_seats > plan.capacity) refuse('office_seats', 'Not more than all seats');
    if (start !== '' && end === '') refuse('end_time', 'Enter when the lessons end');
    if (start === '' && end !== '') refuse('start_time', 'Enter when the lessons start');
    if (start !== '' && end !== '' && end <= start) refuse('end_time', 'The lessons end after they start');
    if (repeat === 'once') return;
    if (!isDay(until)) refuse('until', 'Choose the day');
    else if (until < from) refuse('until', 'Not before the first day');
    else if (daysBetween(from, until) > longestSeries) refuse('until', 'At most five years after the first day');
    if (repeat === 'week' && plan.weekdays.length === 0) refuse('weekdays', 'Choose at least one weekday');
    if (repeat === 'month' && plan.month_days.length === 0) refuse('month_days', 'Choose at least one day');
  });

/** A change that staff made to one batch in the list of planned batches. */
export type Correction = {
  start_date?: string;
  end_date?: string;
  /** Whether staff have accepted that the dates do not match the length of the course. */
  ignores_length?: boolean;
  /**
   * `true`: create the batch although the series leaves it out. `false`: leave it out. Missing: the series decides.
   */
  takes_place?: boolean;
  /** Whether staff have added the batch's day to the days of the series. */
  is_extra?: boolean;
};
export type Corrections = Readonly<Record<string, Correction>>;

/** A planned batch in the list, with the corrections by staff. */
export type PlannedBatch = {
  /** The first day as the series planned it. It identifies the batch also after staff have corrected its dates. */
  key: string;
  start_date: string;
  end_date: string;
  ignores_length: boolean;
  /** Why the batch is left out; null if it will be created. */
  leftOut: string | null;
  isPast: boolean;
  /** What must be corrected before the batch can be created; null if nothing. */
  fault: string | null;
  /**
   * Whether staff may create the batch although it has a fault. They may if its length is unusual, but not if a date is
   * missing or the last day is before the first.
   */
  isAcceptable: boolean;
  warnings: string[];
};

type Rules = { length: CourseLength; calendar: AcademyCalendar; today: string };
type PlannedDates = Pick<PlannedBatch, 'key' | 'start_date' | 'end_date' | 'leftOut'>;

/** Whether the fields that determine the days of the planned batches are complete and valid. */
export function hasDays(plan: BatchPlan): plan is BatchPlan & { every: number } {
  const { repeat, from, until, every } = plan;
  if (!isDay(from)) return false;
  if (repeat === 'once') return true;
  const on = repeat === 'week' ? plan.weekdays : plan.month_days;
  return isDay(until) && until >= from && typeof every === 'number' && every >= 1 && on.length > 0;
}

function plannedDates(plan: BatchPlan, { length, calendar }: Rules): PlannedDates[] {
  if (!hasDays(plan)) return [];
  const { repeat, from, until, every, if_off } = plan;
  if (repeat === 'once')
    return [{ key: from, start_date: from, end_date: calendar.lastDay(from, length), leftOut: null }];
  if (daysBetween(from, until) > longestSeries) return [];
  const on = repeat === 'week' ? plan.weekdays : plan.month_days;
  const { batches, leftOut } = expandSeries({ from, until, every, unit: repeat, on, if_off }, length, calendar);
  return [
    ...batches.map(({ planned_date: key, ...dates }) => ({ key, ...dates, leftOut: null })),
    ...leftOut.map(({ planned_date: key, reason }) => ({
      ...{ key, start_date: key, end_date: calendar.lastDay(key, length), leftOut: reason },
    })),
  ];
}

function extraDates(corrections: Corrections, { length, calendar }: Rules): PlannedDates[] {
  return Object.entries(corrections).flatMap(([key, { is_extra }]) =>
    is_extra ? [{ key, start_date: key, end_date: calendar.lastDay(key, length), leftOut: null }] : [],
  );
}

function faultOf({ start_date, end_date }: PlannedDates, { length, calendar }: Rules): [string | null, boolean] {
  if (!isDay(start_date) || !isDay(end_date)) return ['Enter the first and the last day', false];
  if (end_date < start_date) return ['The last day is before the first', false];
  const fault = calendar.lengthFault(start_date, end_date, length);
  return [fault === null ? null : `This ${fault}`, true];
}

function correct(planned: PlannedDates, correction: Correction, rules: Rules): PlannedBatch {
  const { length, calendar, today } = rules;
  const start_date = correction.start_date ?? planned.start_date;
  const isMoved = start_date !== planned.start_date;
  const end_date =
    correction.end_date ?? (isMoved && isDay(start_date) ? calendar.lastDay(start_date, length) : planned.end_date);
  const dates = { ...planned, start_date, end_date };
  const [fault, isAcceptable] = faultOf(dates, rules);
  const isPast = isDay(start_date) && start_date <= today;
  const { takes_place = planned.leftOut === null, ignores_length = false } = correction;
  return {
    ...{ ...dates, ignores_length, isPast, isAcceptable },
    leftOut: isPast ? 'not in the future' : takes_place ? null : (planned.leftOut ?? 'by hand'),
    fault: fault !== null && isAcceptable && ignores_length ? null : fault,
    warnings: isDay(start_date) && isDay(end_date) ? calendar.dayOffWarnings(start_date, end_date, length) : [],
  };
}

/**
 * The planned batches with the corrections by staff, sorted by their planned first day. The list includes batches that
 * will be left out.
 */
export function planBatches(plan: BatchPlan, corrections: Corrections, rules: Rules): PlannedBatch[] {
  const planned = plannedDates(plan, rules);
  const days = new Set(planned.map(({ key }) => key));
  const extra = extraDates(corrections, rules).filter(({ key }) => !days.has(key));
  return [...planned, ...extra]
    .sort((a, b) => a.key.localeCompare(b.key))
    .map((one) => correct(one, corrections[one.key] ?? {}, rules));
}

/**
 * The batches to create: the planned batches except those that are left out. Each gets the seats, place and times of
 * the form.
 */
export function toNewBatches(plan: BatchPlan, rows: readonly PlannedBatch[]): NewStaffBatch[] {
  const { start_time, end_time, capacity, office_seats } = plan;
  const same = {
    ...{ course_id: Number(plan.course_id), capacity: Number(capacity), is_draft: plan.state === 'draft' },
    ...(Number(office_seats) > 0 ? { office_seats: Number(office_seats) } : {}),
    ...(plan.venue_id ? { venue_id: plan.venue_id } : {}),
    ...(plan.instructor_id ? { instructor_id: plan.instructor_id } : {}),
    ...(start_time && end_time ? { times: { start_time, end_time } } : {}),
  };
  return rows.flatMap(({ leftOut, start_date, end_date, ignores_length }) =>
    leftOut === null ? [{ ...same, start_date, end_date, ...(ignores_length ? { ignores_length } : {}) }] : [],
  );
}
