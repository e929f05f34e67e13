import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Attendance } from '../../../contract/booking-warnings.ts';
import type { CartItem } from '../../../contract/cart.ts';
import { hasTrouble, type LineCourse, lineCourses, lineName } from '../../../machines/cart-lines.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../cart.module.css';
import { DatesNote } from '../warnings/dates-note.tsx';
import { BatchSwap, FixedBatch } from './batch-swap.tsx';
import { LineDecision } from './line-decision.tsx';
import type { SwapControls } from './swap-controls.ts';

type CartLineProps = {
  line: CartItem;
  controls: SwapControls;
  /** The batches that the student has in the cart or has booked. */
  attendances: readonly Attendance[];
  /** The price of the cart line (rupees) when it was added, if the price has changed since then; otherwise null. */
  wasPrice: number | null;
  isRemoving: boolean;
  /** What the cart line says while its removal is in the outbox; null if the line is not being removed. */
  removalText: string | null;
  onRemove: () => void;
};

type BatchesProps = Pick<CartLineProps, 'line' | 'controls' | 'attendances'> & { isWaiting: boolean };

/**
 * Warns that the dates of a course clash with other dates, or that a prerequisite is missing or comes too late. The
 * student can choose the nearest dates that fit, unless another change of a batch is being saved.
 */
function CourseDatesNote({ course, line, controls, attendances }: BatchesProps & { course: LineCourse }) {
  const { courseId, batch } = course;
  const planned = attendances.find((one) => one.source === 'cart' && one.batch.id === batch.id);
  if (!planned) return null;
  const isKnown = controls.status === 'known';
  return (
    <DatesNote
      planned={planned}
      attendances={attendances}
      batches={isKnown ? controls.batchesOf(courseId) : null}
      {...(controls.pendingSwap ? {} : { onChoose: (batchId: number) => controls.swap(line, courseId, batchId) })}
    />
  );
}

/**
 * The batches of a cart line. Batches that cannot be booked are left out, because `LineDecision` shows them. While a
 * removal of the line is in the outbox, all batches are shown.
 */
function Batches({ line, controls, attendances, isWaiting }: BatchesProps) {
  const shown = lineCourses(line).filter(({ trouble }) => isWaiting || trouble === null);
  const batchOf = (course: LineCourse) =>
    isWaiting ? (
      <FixedBatch course={course} />
    ) : (
      <div className="stack gap-2">
        <BatchSwap line={line} course={course} controls={controls} />
        <CourseDatesNote {...{ course, line, controls, attendances, isWaiting }} />
      </div>
    );
  if (line.type === 'course') return shown.map((course) => <div key={course.courseId}>{batchOf(course)}</div>);
  if (shown.length === 0) return null;
  return (
    <ul className={`stack gap-2-5 small ${classes.courses}`}>
      {shown.map((course) => (
        <li className="stack wide" key={course.courseId}>
          <span>{course.courseName}</span>
          {batchOf(course)}
        </li>
      ))}
    </ul>
  );
}

/** One line of the cart with its batches, warnings and price. */
export function CartLine({ line, controls, attendances, wasPrice, isRemoving, removalText, onRemove }: CartLineProps) {
  const name = lineName(line);
  const isWaiting = removalText !== null;
  const picture = line.course?.featured_image_url ?? line.package?.featured_image_url;
  const needsDecision = !isWaiting && hasTrouble(line);
  // When the student replaces a batch that cannot be booked, the focused selector disappears. The focus then moves to
  // the cart line.
  const lineRef = useFocusAfterRemoval<HTMLLIElement>(needsDecision ? 1 : 0);
  const remove = (
    <Button variant={needsDecision ? 'outline' : 'subtle'} color="red" onClick={onRemove} loading={isRemoving}>
      {needsDecision && line.type === 'package' ? 'Remove package' : 'Remove'}{' '}
      <span className="visually-hidden">{name}</span>
    </Button>
  );
  return (
    <li ref={lineRef} tabIndex={-1} className={`no-outline ${classes.line}`} data-waiting={isWaiting || undefined}>
      <div>
        <CoursePicture url={picture} name={name} sizes="(min-width: 48em) 160px, 96px" />
      </div>
      <div className={classes.lineText}>
        <h2 className={`midsize anywhere ${classes.name}`}>{name}</h2>
        {needsDecision ? <LineDecision line={line} controls={controls} remove={remove} /> : null}
        <Batches line={line} controls={controls} attendances={attendances} isWaiting={isWaiting} />
        {isWaiting ? <Notice tone="waiting">{removalText}</Notice> : null}
      </div>
      <div className={`row wrap middle gap-2 ${classes.lineSide}`}>
        <div className="stack grow gap-2">
          <PriceTag price={line.price} format={formatTotal} isPayable />
          {wasPrice === null ? null : (
            <p className="soft small">
              {line.price.by_year ? 'Year 1' : 'It'} was {formatTotal(wasPrice)} when you added it.
            </p>
          )}
        </div>
        {isWaiting || needsDecision ? null : remove}
      </div>
    </li>
  );
}
