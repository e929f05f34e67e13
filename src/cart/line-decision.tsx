import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CartItem } from '../../contract/cart.ts';
import { Notice } from '../ui/notice.tsx';
import { BatchSwap, FixedBatch } from './batch-swap.tsx';
import classes from './cart.module.css';
import { batchWarnings, packageWarning, partTroubles, swapLater } from './cart-texts.ts';
import { type LinePart, partsOf } from './line-parts.ts';
import { otherBatches, type SwapDesk } from './swap-desk.ts';

/** What can be done about a line: a package is booked whole, so one course without another batch ends it. */
function Advice({ line, stuck, desk }: { line: CartItem; stuck: LinePart | undefined; desk: SwapDesk }) {
  if (desk.standing === 'offline') return swapLater;
  if (desk.standing === 'loading') return 'Looking for other batches…';
  if (desk.standing === 'failed')
    return (
      <>
        Other batches could not be loaded.{' '}
        <Button variant="subtle" onClick={desk.retry}>
          Try again
        </Button>
      </>
    );
  if (line.type === 'course')
    return stuck
      ? 'No other batch has seats, so the course can only be removed.'
      : 'Choose another batch, or remove the course.';
  return stuck
    ? `No other batch of ${stuck.courseName} has seats. A package is booked whole, so it can only be removed.`
    : 'A package is booked whole: choose another batch, or remove the package.';
}

type LineDecisionProps = { line: CartItem; desk: SwapDesk; remove: ReactNode };

/** A line of which some batch cannot be booked: one decision, another batch or out of the cart, never half of it. */
export function LineDecision({ line, desk, remove }: LineDecisionProps) {
  const parts = partsOf(line);
  const troubled = parts.filter(({ trouble }) => trouble !== null);
  const [first] = troubled;
  const isPackage = line.type === 'package';
  const isStuck = ({ courseId, batch }: LinePart) => otherBatches(desk, courseId, batch.id).length === 0;
  const stuck = desk.standing === 'known' ? troubled.find(isStuck) : undefined;
  return (
    <Notice
      tone="wrong"
      title={isPackage || !first?.trouble ? packageWarning : batchWarnings[first.trouble]}
      action={remove}
    >
      <div className={classes.decision}>
        {troubled.map((part) => (
          <div key={part.courseId}>
            {isPackage && part.trouble ? (
              <p>
                <strong>{part.courseName}</strong>: {partTroubles[part.trouble]}
              </p>
            ) : null}
            <FixedBatch part={part} />
            {stuck ? null : <BatchSwap line={line} part={part} desk={desk} />}
          </div>
        ))}
        <p role="status">
          <Advice line={line} stuck={stuck} desk={desk} />
        </p>
      </div>
    </Notice>
  );
}
