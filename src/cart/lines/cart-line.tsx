import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { CartItem } from '../../../contract/cart.ts';
import { hasTrouble, type LineCourse, lineCourses, lineName } from '../../../machines/cart-lines.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../cart.module.css';
import { BatchSwap, FixedBatch } from './batch-swap.tsx';
import { LineDecision } from './line-decision.tsx';
import type { SwapControls } from './swap-controls.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

type CartLineProps = {
  line: CartItem;
  controls: SwapControls;
  /** The price (rupees) when the line was added; null if it has not changed. */
  wasPrice: number | null;
  isRemoving: boolean;
  /** Whether the removal of the line is in the outbox. */
  isWaiting: boolean;
  onRemove: () => void;
};

/** The batches of a cart line, without those that cannot be booked: `LineDecision` shows them. */
function Batches({ line, controls, isWaiting }: Pick<CartLineProps, 'line' | 'controls' | 'isWaiting'>) {
  const shown = lineCourses(line).filter(({ trouble }) => isWaiting || trouble === null);
  const batchOf = (course: LineCourse) =>
    isWaiting ? <FixedBatch course={course} /> : <BatchSwap line={line} course={course} controls={controls} />;
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
export function CartLine({ line, controls, wasPrice, isRemoving, isWaiting, onRemove }: CartLineProps) {
  const name = lineName(line);
  const picture = line.course?.featured_image_url ?? line.package?.featured_image_url;
  const needsDecision = !isWaiting && hasTrouble(line);
  // When the student replaces a batch that cannot be booked, the focused selector disappears. The focus then moves to
  // the line.
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
        <Batches line={line} controls={controls} isWaiting={isWaiting} />
        {isWaiting ? <Notice tone="waiting">It will be removed when the connection is back.</Notice> : null}
      </div>
      <div className={`row wrap middle between gap-2 ${classes.lineSide}`}>
        <PriceTag price={line.price} isPayable />
        {wasPrice === null ? null : <p className="soft small">It was {formatPrice(wasPrice)} when you added it.</p>}
        {isWaiting || needsDecision ? null : remove}
      </div>
    </li>
  );
}
