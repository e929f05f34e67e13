import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import { addDays, type BatchSession, daysBetween, type Weekday, weekdayOf } from '../../../contract/days.ts';

type Dates = { start_date: string; end_date: string };

/** Creates sessions at the same times on each day with lessons, or only on the given weekdays. */
export function usualSessions(
  { start_date, end_date }: Dates,
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
 * Computes the sessions of a batch after its times change: on the days on which it met before. If its sessions are
 * unknown, it meets on each day with lessons.
 */
export function retimedSessions(
  sessions: readonly BatchSession[],
  dates: Dates,
  times: Omit<BatchSession, 'day'>,
  calendar: AcademyCalendar,
): BatchSession[] {
  if (sessions.length === 0) return usualSessions(dates, times, calendar);
  const { start_time, end_time } = times;
  return [...new Set(sessions.map(({ day }) => day))].map((day) => ({ day, start_time, end_time }));
}

/**
 * Computes the sessions of a batch after its dates change. If all sessions have the same times, they are planned again,
 * on the same weekdays if the batch does not meet on all of them. Otherwise they move along with the first day, and
 * those after the last day are dropped.
 */
export function movedSessions(
  sessions: readonly BatchSession[],
  before: Dates,
  after: Dates,
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
    // In a batch of up to a week, one cannot tell on which weekdays it usually meets.
    const isShort = daysBetween(before.start_date, before.end_date) < 7;
    return usualSessions(after, first, calendar, onAll || isShort ? undefined : used);
  }
  const days = daysBetween(before.start_date, after.start_date);
  return sessions
    .map((session) => ({ ...session, day: addDays(session.day, days) }))
    .filter(({ day }) => day <= after.end_date);
}

/** One warning for each day off that has a session. The first day is left out, because staff are warned of it anyway. */
export function sessionsOnDaysOff(
  sessions: readonly BatchSession[],
  { start_date }: Dates,
  calendar: AcademyCalendar,
): string[] {
  const days = new Set(sessions.map(({ day }) => day));
  return [...days].flatMap((day) => {
    const reason = day === start_date ? null : calendar.reasonOff(day);
    return reason ? [`Has lessons on a day off: ${day}, ${reason}`] : [];
  });
}
