import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CartItem } from '../../../contract/cart.ts';
import { type LineCourse, lineCourses } from '../../../machines/cart-lines.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../cart.module.css';
import { batchWarnings, packageCourseTroubles, packageWarning, swapLater } from '../cart-texts.ts';
import { BatchSwap, FixedBatch } from './batch-swap.tsx';
import { otherBatches, type SwapControls } from './swap-controls.ts';

type AdviceProps = {
  line: CartItem;
  controls: SwapControls;
  /**
   * A course with a batch that cannot be booked and no other batch to choose; undefined if the line has no such course.
   */
  stuck: LineCourse | undefined;
};

/**
 * What the student can do about a batch that cannot be booked. A package is booked as a whole, so it cannot be booked
 * if one of its courses has no other batch.
 */
function Advice({ line, stuck, controls }: AdviceProps) {
  const { whenBack } = useUnreachable();
  if (controls.status === 'offline') return swapLater(whenBack);
  if (controls.status === 'loading') return 'Looking for other batches…';
  if (controls.status === 'failed')
    return (
      <>
        Other batches could not be loaded.{' '}
        <Button variant="subtle" onClick={controls.retry}>
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

type LineDecisionProps = { line: CartItem; controls: SwapControls; remove: ReactNode };

/** Shown for a line with a batch that cannot be booked: the student chooses another batch or removes the whole line. */
export function LineDecision({ line, controls, remove }: LineDecisionProps) {
  const troubled = lineCourses(line).filter(({ trouble }) => trouble !== null);
  const [first] = troubled;
  const isPackage = line.type === 'package';
  const isStuck = ({ courseId, batch }: LineCourse) => otherBatches(controls, courseId, batch.id).length === 0;
  const stuck = controls.status === 'known' ? troubled.find(isStuck) : undefined;
  return (
    <Notice
      tone="error"
      title={isPackage || !first?.trouble ? packageWarning : batchWarnings[first.trouble]}
      action={remove}
    >
      <div className={`stack gap-3 ${classes.decision}`}>
        {troubled.map((course) => (
          <div key={course.courseId}>
            {isPackage && course.trouble ? (
              <p>
                <strong>{course.courseName}</strong>: {packageCourseTroubles[course.trouble]}
              </p>
            ) : null}
            <FixedBatch course={course} />
            {stuck ? null : <BatchSwap line={line} course={course} controls={controls} />}
          </div>
        ))}
        <p role="status">
          <Advice line={line} stuck={stuck} controls={controls} />
        </p>
      </div>
    </Notice>
  );
}
