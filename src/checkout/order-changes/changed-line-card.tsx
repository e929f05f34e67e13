import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Price } from '../../../contract/batch.ts';
import type { CartItem } from '../../../contract/cart.ts';
import { hasTrouble, lineCourses } from '../../../machines/cart-lines.ts';
import type { LineChange } from '../../../machines/checkout.context.ts';
import { cartChangeText } from '../../cart/cart-texts.ts';
import { BatchSwap } from '../../cart/lines/batch-swap.tsx';
import { LineDecision } from '../../cart/lines/line-decision.tsx';
import { type SwapControls, useBatchOptions } from '../../cart/lines/swap-controls.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { availabilityTexts } from '../checkout-texts.ts';
import { type ChangedLines, type LineDifference, withTroubles } from './changed-lines.ts';

/** Shows the old value struck through, then the new one. */
export function OldAndNew({ was, now }: { was: string | null; now: string }) {
  return (
    <span className={classes.difference}>
      {was ? (
        <s>
          <span className="visually-hidden">was </span>
          {was}
        </s>
      ) : null}
      <strong>
        <span className="visually-hidden">now </span>
        {now}
      </strong>
    </span>
  );
}

const daysText = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  formatDays(start_date, end_date);

type DifferenceProps = {
  change: LineDifference;
  /**
   * The price of each year of a programme that is paid year by year; undefined for other offers. A price in `change` is
   * that of year 1 only.
   */
  years: Price['by_year'];
};

function Difference({ change, years }: DifferenceProps) {
  if (change.kind === 'added') return <p>Was added to your cart in the meantime.</p>;
  if (change.kind === 'removed') return <p>Is no longer in your cart.</p>;
  if (change.kind === 'price')
    return (
      <p>
        {years ? 'Year 1' : 'Price'} <OldAndNew was={formatTotal(change.was)} now={formatTotal(change.now)} />
        {years ? `, total ${formatTotal(years.total)} over ${years.years} years` : null}
      </p>
    );
  if (change.kind === 'unavailable')
    return (
      <p>
        {change.type === 'package' ? change.courseName : 'Batch'}, {daysText(change.days)}:{' '}
        <OldAndNew {...availabilityTexts[change.trouble]} />
      </p>
    );
  return (
    <p>
      {change.type === 'package' ? `${change.courseName}: dates` : 'Dates'}{' '}
      <OldAndNew was={change.was && daysText(change.was)} now={daysText(change.now)} />
    </p>
  );
}

type DecisionLineProps = ChangedLines & {
  /** The changed line in the current cart; undefined if the cart no longer has it. */
  inCart: CartItem | undefined;
};

type LineControls = SwapControls & {
  remove: (line: CartItem) => void;
  isRemoving: (line: CartItem) => boolean;
  /** Why the cart line could not be removed; null if no attempt to remove it has failed. */
  removeFailureOf: (line: CartItem) => string | null;
};

/**
 * The controls that change batches and remove lines on the review page. The checkout machine makes each change, so that
 * the change continues after a reload.
 */
function useLineControls(): LineControls {
  const { state, send, studentId, isOnline } = useCheckout();
  const options = useBatchOptions(studentId, isOnline);
  const { lineChange, lineFailure } = state.context;
  const isChanging = state.matches({ review: 'changingLine' });
  const failure = lineFailure && !isChanging ? cartChangeText(lineFailure) : null;
  const changeLine = (change: LineChange) => send({ type: 'line.change', change, key: crypto.randomUUID() });
  const isLastRemoved = ({ type, id }: CartItem) =>
    lineChange?.kind === 'drop' && lineChange.type === type && lineChange.id === id;
  return {
    ...options,
    pendingSwap: isChanging && lineChange?.kind === 'swap' ? lineChange : null,
    failureOf: (courseId) => (lineChange?.kind === 'swap' && lineChange.courseId === courseId ? failure : null),
    swap: ({ type, id }, courseId, batchId) => changeLine({ kind: 'swap', type, id, courseId, batchId }),
    remove: ({ type, id }) => changeLine({ kind: 'drop', type, id }),
    isRemoving: (line) => isChanging && isLastRemoved(line),
    removeFailureOf: (line) => (isLastRemoved(line) ? failure : null),
  };
}

/**
 * Shows what changed about a line of the order and what the student can do: choose another batch or remove the line.
 */
export function ChangedLineCard({ line: { name }, changes, inCart }: DecisionLineProps) {
  const controls = useLineControls();
  const line = inCart && withTroubles(inCart, changes);
  const needsDecision = line !== undefined && hasTrouble(line);
  const moved = changes.flatMap((change) => (change.kind === 'dates' ? change.courseId : []));
  const remove = line ? (
    <Button
      variant={needsDecision ? 'outline' : 'subtle'}
      color="red"
      loading={controls.isRemoving(line)}
      onClick={() => controls.remove(line)}
    >
      Remove from order <span className="visually-hidden">{name}</span>
    </Button>
  ) : null;
  // The focused selector or button disappears when another batch is chosen or the line is removed. The focus then moves
  // to the card.
  const cardRef = useFocusAfterRemoval<HTMLLIElement>(needsDecision ? 1 : 0, line ? 1 : 0);
  const removeFailure = line ? controls.removeFailureOf(line) : null;
  return (
    <li ref={cardRef} tabIndex={-1} className="no-outline panel stack wide gap-1-5 p-4 rounded">
      <h3>{name}</h3>
      {changes.map((change) => (
        <Difference
          key={'courseId' in change ? `${change.kind} ${change.courseId}` : change.kind}
          change={change}
          years={inCart?.price.by_year}
        />
      ))}
      {line && needsDecision ? <LineDecision line={line} controls={controls} remove={remove} /> : null}
      {line && !needsDecision
        ? lineCourses(line)
            .filter(({ courseId }) => moved.includes(courseId))
            .map((course) => <BatchSwap key={course.courseId} line={line} course={course} controls={controls} />)
        : null}
      {needsDecision ? null : <div className={classes.remove}>{remove}</div>}
      {removeFailure ? <p role="alert">{removeFailure}</p> : null}
    </li>
  );
}
