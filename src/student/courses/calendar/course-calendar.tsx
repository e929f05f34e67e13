import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { academyDay, formatDays } from '../../../lib/format/format.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import classes from '../courses-tab.module.css';
import { addMonths, coursesIn, monthOf, nameMonth, nearestMonth } from './month-grid.ts';
import { MonthTable } from './month-table.tsx';

const statusTexts = { active: 'Active', upcoming: 'Upcoming', completed: 'Completed' } as const;

type MonthProps = { courses: readonly Enrolment[]; month: string; onMonth: (month: string) => void };

function MonthHead({ month, thisMonth, onMonth }: Omit<MonthProps, 'courses'> & { thisMonth: string }) {
  return (
    <div className={`row middle gap-1 ${classes.calendarHead}`}>
      <Button variant="subtle" onClick={() => onMonth(addMonths(month, -1))} aria-label="Previous month">
        <Icon name="chevronLeft" />
      </Button>
      <h3 aria-live="polite">{nameMonth(month)}</h3>
      <Button variant="subtle" onClick={() => onMonth(addMonths(month, 1))} aria-label="Next month">
        <Icon name="chevronRight" />
      </Button>
      <Button variant="outline" onClick={() => onMonth(thisMonth)} className={classes.today}>
        Today
      </Button>
    </div>
  );
}

/** Lists the month's courses by name below the table. On phones, the cells of the table have no room for names. */
function Agenda({ courses, month, onMonth }: MonthProps) {
  const booked = coursesIn(courses, month);
  const nearest = nearestMonth(courses, month);
  if (booked.length > 0)
    return (
      <ol className={`stack gap-2 ${classes.agenda}`} aria-label={`Booked in ${nameMonth(month)}`}>
        {booked.map(({ id, course_name, start_date, end_date, status, not_completed, place }) => (
          <li key={id}>
            <span className={`soft small ${classes.days}`}>{formatDays(start_date, end_date)}</span>
            <Tag>{not_completed ? 'Not completed' : statusTexts[status]}</Tag>
            <span className={`semibold ${classes.name}`}>{course_name}</span>
            {place ? <span className={`soft small ${classes.days}`}>{place}</span> : null}
          </li>
        ))}
      </ol>
    );
  return (
    <div className="stack left gap-3">
      <p>Nothing is booked in {nameMonth(month)}.</p>
      {nearest ? (
        <Button variant="outline" onClick={() => onMonth(nearest)}>
          Go to {nameMonth(nearest)}
        </Button>
      ) : null}
    </div>
  );
}

/** The booked courses of a month: a table with a bar for each course, and a list. */
export function CourseCalendar({ courses }: { courses: readonly Enrolment[] }) {
  const [today] = useState(() => academyDay());
  const [month, setMonth] = useState(() => monthOf(today));
  return (
    <div className="stack shrink gap-4">
      <MonthHead month={month} thisMonth={monthOf(today)} onMonth={setMonth} />
      <MonthTable courses={courses} month={month} today={today} />
      <Agenda courses={courses} month={month} onMonth={setMonth} />
    </div>
  );
}
