import { describe, expect, it } from 'vitest';
import { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import {
  movedSessions,
  retimedSessions,
  sessionsOnDaysOff,
  usualSessions,
} from '../../../../server/booking/batches/session-days.ts';

const calendar = new AcademyCalendar({
  weekly_off: ['sunday'],
  holidays: [{ date: '2026-06-17', name: 'Founder’s Day' }],
  breaks: [],
});
const morning = { start_time: '09:00', end_time: '12:00' };
const afternoon = { start_time: '13:00', end_time: '17:00' };
const dates = (start_date: string, end_date: string) => ({ start_date, end_date });
const on = (...days: string[]) => days.map((day) => ({ day, ...morning }));
const daysOf = (sessions: ReadonlyArray<{ day: string }>) => sessions.map(({ day }) => day.slice(8)).join(' ');

describe('the sessions of a batch', () => {
  it('a new batch has a session on each teaching day from its first to its last day', () => {
    // 7 and 14 June are Sundays.
    expect(daysOf(usualSessions(dates('2026-06-05', '2026-06-08'), morning, calendar))).toBe('05 06 08');
    expect(usualSessions(dates('2026-06-05', '2026-06-05'), morning, calendar)).toEqual(on('2026-06-05'));
  });

  it('changing the times of a batch leaves one session on each day that had sessions before', () => {
    const sessions = [...on('2026-06-01', '2026-06-03'), { day: '2026-06-03', ...afternoon }];
    expect(retimedSessions(sessions, dates('2026-06-01', '2026-06-05'), afternoon, calendar)).toEqual([
      { day: '2026-06-01', ...afternoon },
      { day: '2026-06-03', ...afternoon },
    ]);
  });

  it('setting the times of a batch without sessions creates one session on each teaching day', () => {
    expect(daysOf(retimedSessions([], dates('2026-06-06', '2026-06-09'), morning, calendar))).toBe('06 08 09');
  });
});

describe('the sessions of a moved batch', () => {
  it.each([
    // A batch of seven days has each weekday only once, so its days do not show on which weekdays it meets.
    ['a batch of seven days with lessons on two days', ['01', '03'], '07', '15 16 18 19 20'],
    ['a batch of eight days with lessons on Monday and Wednesday', ['01', '03'], '08', '15 22'],
    [
      'a batch of eight days with lessons on all teaching days',
      ['01', '02', '03', '04', '05', '06', '08'],
      '08',
      '15 16 18 19 20 22',
    ],
  ])(
    'a moved batch of more than seven days keeps the weekdays of its sessions, and a shorter one has sessions on all teaching days: %s',
    (_, used, lastDay, wanted) => {
      const sessions = on(...used.map((day) => `2026-06-${day}`));
      const before = dates('2026-06-01', `2026-06-${lastDay}`);
      const after = dates('2026-06-15', `2026-06-${String(Number(lastDay) + 14)}`);
      expect(daysOf(movedSessions(sessions, before, after, calendar))).toBe(wanted);
    },
  );

  it('moving a batch shifts sessions with different times by the same number of days, and drops those past the new last day', () => {
    const sessions = [...on('2026-06-01', '2026-06-04'), { day: '2026-06-05', ...afternoon }];
    const before = dates('2026-06-01', '2026-06-05');
    expect(movedSessions(sessions, before, dates('2026-06-22', '2026-06-25'), calendar)).toEqual(
      on('2026-06-22', '2026-06-25'),
    );
    expect(daysOf(movedSessions(sessions, before, dates('2026-06-22', '2026-06-26'), calendar))).toBe('22 25 26');
  });

  it.each([
    ['begin', { ...morning, start_time: '08:00' }],
    ['end', { ...morning, end_time: '13:00' }],
  ])('sessions of a batch that do not all %s at the same time keep their times when the batch is moved', (_, other) => {
    const sessions = [...on('2026-06-01'), { day: '2026-06-04', ...other }];
    const moved = movedSessions(
      sessions,
      dates('2026-06-01', '2026-06-05'),
      dates('2026-06-22', '2026-06-26'),
      calendar,
    );
    expect(moved).toEqual([...on('2026-06-22'), { day: '2026-06-25', ...other }]);
  });

  it('moving a batch without sessions creates no sessions', () => {
    expect(movedSessions([], dates('2026-06-01', '2026-06-05'), dates('2026-06-15', '2026-06-19'), calendar)).toEqual(
      [],
    );
  });
});

it('a batch gets one warning for each future day off with lessons, but none for its first day, which another check covers', () => {
  const later = { today: '2026-06-15', calendar };
  const earlier = { ...later, today: '2026-06-01' };
  const sessions = [...on('2026-06-14', '2026-06-15', '2026-06-17'), { day: '2026-06-17', ...afternoon }];
  expect(sessionsOnDaysOff(sessions, dates('2026-06-14', '2026-06-19'), earlier)).toEqual([
    'Has lessons on a day off: 2026-06-17, Founder’s Day',
  ]);
  expect(sessionsOnDaysOff(sessions, dates('2026-06-13', '2026-06-19'), earlier)).toHaveLength(2);
  expect(sessionsOnDaysOff(sessions, dates('2026-06-13', '2026-06-19'), later)).toHaveLength(1);
});
