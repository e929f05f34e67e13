import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import type { BatchDays } from '../../../contract/batch.ts';
import { addDays, type BatchSession, daysBetween, type Weekday, weekdayOf } from '../../../contract/days.ts';

/**
 * Creates a session on each day of a batch on which the academy teaches, or only on the given weekdays. All sessions
 * have the same times.
 */
export function usualSessions(
  { start_date, end_date }: BatchDays,
  { start_time, end_time }: Omit<BatchSession, 'day'>,
  calendar: AcademyCalendar,
  weekdays?: ReadonlySet<Weekday>,
): BatchSession[] {
  const sessions: BatchSession[] = [];
  for (let day = start_date; day <= end_date; day = addDays(day, 1))
    if (calendar.reasonOff(day) === null && (!weekdays || weekdays.has(weekdayOf(day))))
      sessions.push({ day, start_time, end_time });
  return sessions;
}

/**
 * Computes the sessions of a batch after its times have changed. The sessions are on the same days as before or, if
 * there were none, on each day on which the academy teaches.
 */
export function retimedSessions(
  sessions: readonly BatchSession[],
  dates: BatchDays,
  times: Omit<BatchSession, 'day'>,
  calendar: AcademyCalendar,
): BatchSession[] {
  if (sessions.length === 0) return usualSessions(dates, times, calendar);
  const { start_time, end_time } = times;
  return [...new Set(sessions.map(({ day }) => day))].map((day) => ({ day, start_time, end_time }));
}

/**
 * Computes the sessions of a batch after its dates have changed.
 * - If all sessions have the same times, the new sessions keep the times and the weekdays. If the old sessions were on
 *   all teaching days of the academy, or the batch lasted no longer than a week, the new ones are on all teaching days.
 * - If the times differ, each session moves by as many days as the first day of the batch. Sessions after the new last
 *   day are dropped.
 */
export function movedSessions(
  sessions: readonly BatchSession[],
  before: BatchDays,
  after: BatchDays,
  calendar: AcademyCalendar,
): BatchSession[] {
  const [first] = sessions;
  if (!first) return [];
  const isUsual = sessions.every(
    ({ start_time, end_time }) => start_time === first.start_time && end_time === first.end_time,
  );
  if (isUsual) {
    const onAll = usualSessions(before, first, calendar).length === sessions.length;
    const used = new Set(sessions.map(({ day }) => weekdayOf(day)));
    // A batch of up to a week is too short to show on which weekdays it usually meets, so use all teaching days.
    const isShort = daysBetween(before.start_date, before.end_date) < 7;
    return usualSessions(after, first, calendar, onAll || isShort ? undefined : used);
  }
  const days = daysBetween(before.start_date, after.start_date);
  return sessions
    .map((session) => ({ ...session, day: addDays(session.day, days) }))
    .filter(({ day }) => day <= after.end_date);
}

/**
 * Returns a warning for each day off, today or later, on which the batch has a session. The first day of the batch is
 * not checked here: another check warns about it.
 */
export function sessionsOnDaysOff(
  sessions: readonly BatchSession[],
  { start_date }: BatchDays,
  { today, calendar }: { today: string; calendar: AcademyCalendar },
): string[] {
  const days = new Set(sessions.map(({ day }) => day).filter((day) => day >= today));
  return [...days].flatMap((day) => {
    const reason = day === start_date ? null : calendar.reasonOff(day);
    return reason ? [`Has lessons on a day off: ${day}, ${reason}`] : [];
  });
}
