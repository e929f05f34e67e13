import type { CSSProperties } from 'react';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { formatDay } from '../../../lib/format/format.ts';
import classes from '../courses-tab.module.css';
import { type DayBar, type GridDay, monthGrid, nameMonth, weekdays } from './month-grid.ts';

function Bar({ bar }: { bar: DayBar<Enrolment> | null }) {
  if (!bar) return <li className={classes.free} aria-hidden="true" />;
  const { course, day, days, isFirst, isLast, span } = bar;
  return (
    <li className={classes.bar} data-first={isFirst || undefined} data-last={isLast || undefined}>
      <span className={span > 0 ? classes.monthName : 'visually-hidden'} style={{ '--span': span } as CSSProperties}>
        {course.course_name}
      </span>
      <span className="visually-hidden">
        , day {day} of {days}
      </span>
    </li>
  );
}

function Day({ date, today }: { date: GridDay<Enrolment>; today: string }) {
  const { day, isInMonth, rows } = date;
  const isBooked = rows.some(({ bar }) => bar !== null);
  return (
    <td data-outside={!isInMonth || undefined} {...(day === today ? { 'aria-current': 'date' as const } : {})}>
      <time dateTime={day} className={`small semibold ${classes.date}`}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="visually-hidden">{formatDay(day)}</span>
      </time>
      {isBooked ? (
        <ul className={`stack single ${classes.bars}`}>
          {rows.map(({ row, bar }) => (
            <Bar key={row} bar={bar} />
          ))}
        </ul>
      ) : null}
    </td>
  );
}

/** A month as a table of weeks. Each booked course is a bar across its days. */
export function MonthTable({ courses, month, today }: { courses: readonly Enrolment[]; month: string; today: string }) {
  return (
    <table className={`panel fill ${classes.month}`}>
      <caption className="visually-hidden">Booked courses in {nameMonth(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(courses, month).map((week) => (
          <tr key={week[0]?.day}>
            {week.map((date) => (
              <Day key={date.day} date={date} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
