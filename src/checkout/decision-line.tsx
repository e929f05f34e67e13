import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { CartItem } from '../../contract/cart.ts';
import { BatchSwap } from '../cart/batch-swap.tsx';
import { LineDecision } from '../cart/line-decision.tsx';
import { hasTrouble, partsOf } from '../cart/line-parts.ts';
import { formatDays, formatTotal } from '../lib/format.ts';
import { type ChangedLines, type LineDifference, withTroubles } from './changed-lines.ts';
import classes from './checkout.module.css';
import { standings } from './checkout-texts.ts';
import { useOrderDesk } from './use-order-desk.ts';

/** What was, struck through, and what is. */
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

function Difference({ change }: { change: LineDifference }) {
  if (change.kind === 'added') return <p>Was added to your cart meanwhile.</p>;
  if (change.kind === 'removed') return <p>Is no longer in your cart.</p>;
  if (change.kind === 'price')
    return (
      <p>
        Price <OldAndNew was={formatTotal(change.was)} now={formatTotal(change.now)} />
      </p>
    );
  if (change.kind === 'unavailable')
    return (
      <p>
        {change.type === 'package' ? change.courseName : 'Batch'}, {daysText(change.days)}:{' '}
        <OldAndNew {...standings[change.trouble]} />
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
  /** The line as the cart has it; absent once it is gone. */
  inCart: CartItem | undefined;
};

/** What became of a line, and what can be done: keep it as it is, another batch, or out of the order. */
export function DecisionLine({ line: { name }, changes, inCart }: DecisionLineProps) {
  const desk = useOrderDesk();
  const line = inCart && withTroubles(inCart, changes);
  const needsDecision = line !== undefined && hasTrouble(line);
  const moved = changes.flatMap((change) => (change.kind === 'dates' ? change.courseId : []));
  const remove = line ? (
    <Button
      variant={needsDecision ? 'outline' : 'subtle'}
      color="red"
      loading={desk.isDropping(line)}
      onClick={() => desk.drop(line)}
    >
      Remove from order <span className="visually-hidden">{name}</span>
    </Button>
  ) : null;
  const dropFailure = line ? desk.dropFailureOf(line) : null;
  return (
    <li className={classes.line}>
      <h3>{name}</h3>
      {changes.map((change) => (
        <Difference key={'courseId' in change ? `${change.kind} ${change.courseId}` : change.kind} change={change} />
      ))}
      {line && needsDecision ? <LineDecision line={line} desk={desk} remove={remove} /> : null}
      {line && !needsDecision
        ? partsOf(line)
            .filter(({ courseId }) => moved.includes(courseId))
            .map((part) => <BatchSwap key={part.courseId} line={line} part={part} desk={desk} />)
        : null}
      {needsDecision ? null : <div className={classes.drop}>{remove}</div>}
      {dropFailure ? <p role="alert">{dropFailure}</p> : null}
    </li>
  );
}
