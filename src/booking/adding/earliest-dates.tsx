import { useEffect, useState } from 'react';
import { type Attendance, earliestFit, isProgramme, withoutProgrammes } from '../../../contract/booking-warnings.ts';
import type { ChosenBatches } from '../../../machines/batch-rules.ts';
import { formatDays } from '../../lib/format/format.ts';
import classes from '../booking-page.module.css';
import { EarliestButton } from './earliest-button.tsx';
import type { PackageCourse } from './package-add.tsx';

/**
 * Batches found for the courses of a package.
 * - `batchIds`: the earliest batches that clash with nothing. If there are none, the earliest ones that clash only with
 *   a long course (`isProgramme`) of the student. Null if every choice clashes with something else.
 * - `earlier`: batches that end earlier than `batchIds`, but clash with a long course of the student. Null if there are
 *   none, or if `batchIds` clash with such a course themselves.
 */
type FoundDates = { batchIds: ChosenBatches | null; earlier: ChosenBatches | null };

function findDates(courses: readonly PackageCourse[], others: readonly Attendance[]): FoundDates {
  const fitting = earliestFit(courses, others);
  const during = others.some(({ batch }) => isProgramme(batch))
    ? earliestFit(courses, withoutProgrammes(others))
    : null;
  if (!fitting || !during) return { batchIds: fitting ?? during, earlier: null };
  return { batchIds: fitting, earlier: courses.some(({ id }) => fitting[id] !== during[id]) ? during : null };
}

const noDatesFit = 'No dates of these courses fit together and with your other dates. Please choose them yourself.';

/** Says on which day the chosen dates begin and end. */
function chosenText(planned: readonly Attendance[]): string {
  const days = planned.flatMap(({ batch }) => [batch.start_date, batch.end_date]).sort();
  return `All dates chosen: ${formatDays(days.at(0) ?? '', days.at(-1) ?? '')}.`;
}

type EarliestDatesProps = {
  name: string;
  courses: readonly PackageCourse[];
  planned: readonly Attendance[];
  /**
   * The batches that the student has booked, and the batches of courses outside this package that are in the cart or
   * wait in the outbox. `isLoading`: not all of these batches are known yet.
   */
  others: readonly Attendance[];
  isLoading: boolean;
  /** Whether the student pressed the button for the earliest dates before this component was loaded. */
  wasPressed: boolean;
  onPlan: (batchIds: ChosenBatches) => void;
};

/** Chooses dates for all courses: the earliest ones that fit together and with the student's other dates. */
export function EarliestDates({ name, courses, planned, others, isLoading, wasPressed, onPlan }: EarliestDatesProps) {
  /** The result of the search for dates; undefined before the first search. */
  const [found, setFound] = useState<FoundDates>();
  const [isWanted, setIsWanted] = useState(wasPressed);
  const isFoundChosen =
    planned.length === courses.length &&
    planned.every(({ courseId, batch }) => found?.batchIds?.[courseId] === batch.id);
  const choose = (dates: FoundDates) => {
    setFound(dates);
    if (dates.batchIds) onPlan(dates.batchIds);
  };
  useEffect(() => {
    if (!isWanted || isLoading) return;
    setIsWanted(false);
    choose(findDates(courses, others));
  });
  const earlier = isFoundChosen ? found?.earlier : null;
  return (
    <div className="stack gap-1-5">
      <EarliestButton name={name} isBusy={isWanted} onClick={() => setIsWanted(true)} />
      <p role="status" className="small">
        {found?.batchIds === null ? noDatesFit : isFoundChosen ? chosenText(planned) : ''}
      </p>
      {earlier ? (
        <button
          type="button"
          className={classes.add}
          data-stage="open"
          onClick={() => choose({ batchIds: earlier, earlier: null })}
        >
          Choose earlier dates during your programme
          <span className="visually-hidden"> for {name}</span>
        </button>
      ) : null}
    </div>
  );
}
