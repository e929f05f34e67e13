import '../../ui/controls.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { formatDays } from '../../lib/format/format.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { LeaveButton } from '../step-page.tsx';

const hintId = 'clash-hint';

/**
 * Shown when the server did not place an order, because dates in the order clash with each other or with a booked
 * course. The student confirms the dates or changes them in the cart.
 */
export function ClashConfirmation() {
  const { state, send, isOnline } = useCheckout();
  const { reason, when } = useUnreachable();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const clashes = state.context.clashes ?? [];
  return (
    <div className={classes.arrival} tabIndex={-1} data-arrival>
      <Notice tone="error" role="alert" title="Some of your dates clash">
        <div className="stack gap-4">
          <p>Your order was not placed, and nothing was charged. These courses are on the same days:</p>
          <ul className="stack gap-2">
            {clashes.map(({ batch_id, course_name, start_date, end_date, other }) => (
              <li key={batch_id}>
                <strong>{course_name}</strong> ({formatDays(start_date, end_date)}) and{' '}
                <strong>{other.course_name}</strong> ({formatDays(other.start_date, other.end_date)}),{' '}
                {other.is_booked ? 'which you have booked' : 'in this order'}
              </li>
            ))}
          </ul>
          <Checkbox
            label="Book these dates anyway"
            checked={isConfirmed}
            onChange={({ currentTarget }) => setIsConfirmed(currentTarget.checked)}
          />
          <div className="stack gap-2">
            <ActionButton
              disabled={!isConfirmed || !isOnline}
              aria-describedby={hintId}
              onClick={() => send({ type: 'clashes.confirm', key: crypto.randomUUID() })}
            >
              Proceed to Payment
            </ActionButton>
            <p id={hintId} role="status" className="small">
              {!isOnline ? `${reason}. You can proceed ${when}.` : null}
              {isOnline && !isConfirmed ? 'Confirm the dates to proceed, or choose others in your cart.' : null}
            </p>
          </div>
          <div className="row wrap gap-3">
            <Button variant="outline" onClick={() => send({ type: 'review.return' })}>
              Back to your order
            </Button>
            <LeaveButton />
          </div>
        </div>
      </Notice>
    </div>
  );
}
