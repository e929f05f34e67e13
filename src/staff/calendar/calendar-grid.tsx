import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useRef } from 'react';
import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import { addDays, daysBetween, weekdays } from '../../../contract/days.ts';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';
import { monthNames } from '../../lib/format/month-names.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './calendar-grid.module.css';
import { type Bar, isLong, layOutWeek, mondaysOf } from './calendar-layout.ts';
import { timesText } from './clock-times.ts';
import type { MovedDay } from './move-dialog.tsx';
import { seatsText } from './seats-text.ts';

/** Maximum number of rows of batches in each week of the month view. The week view shows all batches. */
const mostRows = 8;

type GridProps = {
  batches: readonly CalendarBatch[];
  range: { from: string; to: string };
  view: 'month' | 'week';
  /** A day of the month that the grid shows. Days of other months are dimmed. */
  month: string;
  today: string;
  daysOff: AcademyCalendar;
  /**
   * Whether the staff member may change the calendar here: move a batch by dragging its bar, change the length of a
   * batch by dragging the end of its bar, and create a batch by pressing the number of a day.
   */
  mayManage: boolean;
  /**
   * Called when a bar is dropped: with the new first day after a move, with the new last day after a change of the
   * length.
   */
  onMove: (batch: CalendarBatch, to: MovedDay) => void;
};

/** The accessible name of a batch's bar. It also says what the bar shows only by its colour, such as a clash. */
function batchText(batch: CalendarBatch): string {
  const { course_name, start_date, end_date, state, clashes, has_many_holds: hasManyHolds } = batch;
  const marks = [
    state === 'open' ? '' : state,
    clashes.length > 0 ? 'clash' : '',
    hasManyHolds ? 'many unpaid orders' : '',
  ].filter(Boolean);
  return [course_name, formatDays(start_date, end_date), seatsText(batch), ...marks].join(', ');
}

const isMovable = ({ state }: CalendarBatch) => state === 'draft' || state === 'open' || state === 'closed';

type BarLinkProps = {
  bar: Bar;
  view: 'month' | 'week';
  isDraggable: boolean;
  onGrab: (event: DragEvent) => void;
  onRelease: () => void;
};

function BarLink({ bar, view, isDraggable, onGrab, onRelease }: BarLinkProps) {
  const { batch, column, span, row, isStart, isEnd } = bar;
  const { id, course_name, state, times, venue, instructor, capacity, free, clashes } = batch;
  const text = batchText(batch);
  return (
    <li style={{ gridColumn: `${column} / span ${span}`, gridRow: row }} className={classes.item}>
      <Link
        to="/staff/batches/$id"
        params={{ id }}
        className={classes.bar}
        data-row
        data-state={state}
        data-clash={clashes.length > 0 || undefined}
        data-continued={!isStart || undefined}
        aria-label={text}
        title={text}
        draggable={isDraggable}
        onDragStart={onGrab}
        onDragEnd={onRelease}
      >
        {clashes.length > 0 ? <Icon name="warning" size={14} className={classes.warning} /> : null}
        <span className={classes.name}>{course_name}</span>
        {view === 'week' ? (
          <span className={classes.place}>
            {[times && timesText(times), venue?.address, instructor?.name].filter(Boolean).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {state === 'open' ? null : <span>{state}</span>}
          </span>
        ) : null}
        <span className={classes.seats}>
          {capacity - free}/{capacity}
        </span>
        {isDraggable && isEnd ? (
          <span className={classes.end} draggable data-end title="Drag to change the length" />
        ) : null}
      </Link>
    </li>
  );
}

function DayNumber({ day, mayManage, today }: { day: string; mayManage: boolean; today: string }) {
  const number = Number(day.slice(8));
  const text = number === 1 ? `1 ${monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}` : String(number);
  if (!mayManage || day <= today) return <span className={classes.number}>{text}</span>;
  return (
    <Link
      to="/staff/calendar/new"
      search={{ day }}
      className={classes.number}
      aria-label={`New batch on ${formatDay(day)}`}
    >
      {text}
    </Link>
  );
}

/** The batches of a month or a week as bars over their days. */
export function CalendarGrid({ batches, range, view, month, today, daysOff, mayManage, onMove }: GridProps) {
  const grabbed = useRef<{ batch: CalendarBatch; day: string; isEnd: boolean } | null>(null);
  /**
   * The day under the pointer in the row of the week that begins on `monday`, computed from the pointer's horizontal
   * position.
   */
  const dayAt = (week: Element, monday: string, { clientX }: DragEvent) => {
    const { left, width } = week.getBoundingClientRect();
    return addDays(monday, Math.min(6, Math.max(0, Math.floor(((clientX - left) / width) * 7))));
  };
  const grab = (batch: CalendarBatch, monday: string) => (event: DragEvent) => {
    const week = event.currentTarget.closest('section');
    const isEnd = event.target instanceof Element && event.target.matches('[data-end]');
    if (week) grabbed.current = { batch, day: dayAt(week, monday, event), isEnd };
  };
  const release = () => {
    grabbed.current = null;
  };
  const drop = (monday: string) => (event: DragEvent) => {
    if (!grabbed.current) return;
    event.preventDefault();
    const { batch, day, isEnd } = grabbed.current;
    release();
    const target = dayAt(event.currentTarget, monday, event);
    if (isEnd) {
      // A batch lasts at least one day, so the last day cannot be dragged to before the first.
      const isTooEarly = target < batch.start_date;
      const end_date = isTooEarly ? batch.start_date : target;
      if (end_date !== batch.end_date) onMove(batch, { end_date });
      return;
    }
    const shift = daysBetween(day, target);
    if (shift !== 0) onMove(batch, { start_date: addDays(batch.start_date, shift) });
  };
  return (
    <div className={classes.grid} data-view={view}>
      <div className={classes.weekdays} aria-hidden>
        {weekdays.map((weekday) => (
          <span key={weekday}>{weekday.slice(0, 3)}</span>
        ))}
      </div>
      {mondaysOf(range).map((monday) => {
        const bars = layOutWeek(batches, monday);
        const shown = view === 'week' ? bars : bars.filter(({ row }) => row <= mostRows);
        const clashing = bars.filter(({ row, batch }) => row > mostRows && batch.clashes.length > 0).length;
        const days = weekdays.map((_, index) => addDays(monday, index));
        return (
          <section
            key={monday}
            className={classes.week}
            aria-label={`Week from ${formatDay(monday)}`}
            onDragOver={(event) => grabbed.current && event.preventDefault()}
            onDrop={drop(monday)}
          >
            <div className={classes.days}>
              {days.map((day) => {
                const special = daysOff.specialDayOff(day);
                return (
                  <div
                    key={day}
                    className={classes.day}
                    data-off={daysOff.reasonOff(day) !== null || undefined}
                    data-outside={day.slice(0, 7) !== month.slice(0, 7) || undefined}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    <DayNumber day={day} mayManage={mayManage} today={today} />
                    {special ? (
                      <span className={classes.off} title={special}>
                        {special}
                      </span>
                    ) : null}
                  </div>
                );
              })}
            </div>
            <ul className={classes.bars}>
              {shown.map((bar) => (
                <BarLink
                  key={bar.batch.id}
                  {...{ bar, view }}
                  isDraggable={mayManage && isMovable(bar.batch)}
                  onGrab={grab(bar.batch, monday)}
                  onRelease={release}
                />
              ))}
            </ul>
            {bars.length > shown.length ? (
              <Anchor
                underline="always"
                className={classes.more}
                renderRoot={(props) => (
                  <Link
                    to="/staff/calendar"
                    search={(search) => ({ ...search, view: 'week', day: monday })}
                    {...props}
                  />
                )}
              >
                {bars.length - shown.length} more in this week
                {clashing > 0 ? `, ${clashing} with a clash` : ''}
              </Anchor>
            ) : null}
          </section>
        );
      })}
      <LongBatches batches={batches.filter(isLong)} />
    </div>
  );
}

/**
 * A list of the batches that last longer than five weeks. It shows all their dates; the grid has only their first day.
 */
function LongBatches({ batches }: { batches: readonly CalendarBatch[] }) {
  if (batches.length === 0) return null;
  return (
    <details className={classes.long}>
      <summary>{batches.length} longer than five weeks, of which the grid shows the first day only</summary>
      <ul>
        {batches.map((batch) => (
          <li key={batch.id}>
            <Link to="/staff/batches/$id" params={{ id: batch.id }}>
              {batchText(batch)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
