import type { Ref } from 'react';
import type { Attendance } from '../../../contract/booking-warnings.ts';
import type { ChosenBatches } from '../../../machines/batch-rules.ts';
import { DatesNote } from '../../cart/warnings/dates-note.tsx';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { Icon } from '../../ui/icons.tsx';
import classes from '../booking-page.module.css';
import type { PackageCourse } from './package-add.tsx';

type PackageCoursesProps = {
  ref: Ref<HTMLDetailsElement>;
  courses: readonly PackageCourse[];
  chosen: ChosenBatches;
  coursesInCart: ReadonlySet<number>;
  /** The batches that are chosen for this package. */
  planned: readonly Attendance[];
  /** All batches of the student whose dates could clash: those in the cart, booked, and chosen for this package. */
  attendances: readonly Attendance[];
  isOpen: boolean;
  isLocked: boolean;
  /** Id of the message which says that some batches are not chosen yet. */
  errorId: string | undefined;
  onToggle: (isOpen: boolean) => void;
  onChoose: (courseId: number, batchId: number) => void;
  onClear: (courseId: number) => void;
};

/** The courses of a package, each with its batch selector. The list is rendered only while it is open. */
export function PackageCourses({ ref, courses, chosen, isOpen, errorId, ...props }: PackageCoursesProps) {
  return (
    <details
      ref={ref}
      className={`no-marker ${classes.courses}`}
      open={isOpen}
      onToggle={({ currentTarget }) => props.onToggle(currentTarget.open)}
    >
      <summary>
        {isOpen ? 'Hide courses and batches' : 'Show courses and batches'}
        <Icon name="chevronDown" size={18} className={classes.packageMark} />
      </summary>
      {isOpen ? (
        <ul className={`stack gap-4 ${classes.packageList}`}>
          {courses.map(({ id, name, batches }) => (
            <li
              key={id}
              className={`stack packed gap-1-5 ${classes.course}`}
              data-chosen={chosen[id] !== undefined || undefined}
            >
              <h4>{name}</h4>
              {!props.isLocked && props.coursesInCart.has(id) ? (
                <p className="soft small">Already in your cart.</p>
              ) : null}
              <BatchSelect
                name={name}
                batches={batches}
                chosen={chosen[id] ?? null}
                isLocked={props.isLocked}
                errorId={chosen[id] === undefined ? errorId : undefined}
                onChoose={(batchId) => props.onChoose(id, batchId)}
                onClear={() => props.onClear(id)}
              />
              {props.planned
                .filter(({ courseId }) => courseId === id && !props.isLocked)
                .map((planned) => (
                  <DatesNote
                    key={id}
                    planned={planned}
                    attendances={props.attendances}
                    batches={batches}
                    isLive
                    onChoose={(batchId) => props.onChoose(id, batchId)}
                  />
                ))}
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}
