import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { instantText } from '../../lib/format/as-of-text.ts';
import { heldText } from '../../student/orders/held-text.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { focusContent } from '../../ui/page/use-focus-after-removal.ts';
import { screenAt, screenPath } from '../checkout-screen.ts';
import classes from './resume-notice.module.css';
import { clearReturnNotification } from './return-notification.ts';
import type { SavedStatus } from './saved-checkout.ts';
import { type ResumableBooking, useResumableBooking } from './use-resumable-booking.ts';

const titles: Record<SavedStatus, string> = {
  waiting: 'The connection is back. You can continue your booking.',
  changed: 'Your order has changed. Please review the changes.',
  unanswered: 'We do not know yet whether your order was placed.',
  unverified: 'Verify your mobile number or email to finish your booking.',
  unpaid: 'Your payment is not finished.',
  begun: 'You have an unfinished booking.',
};

const nothingOrdered = 'Nothing was ordered and nothing was charged.';
const advice: Record<SavedStatus, string> = {
  waiting: nothingOrdered,
  changed: 'Nothing was charged.',
  unanswered: 'You can safely try again: the order is placed and paid only once.',
  unverified: nothingOrdered,
  unpaid: 'If you have paid already, do not pay again.',
  begun: nothingOrdered,
};

function changesText(changes: number | null): string {
  if (changes === null) return '';
  if (changes === 0) return 'Prices, seats and dates have not changed.';
  return changes === 1 ? '1 thing has changed.' : `${changes} things have changed.`;
}

function textOf({ status, heldUntil, changes, savedAt }: ResumableBooking): string {
  const now = Date.now();
  const held = status === 'unpaid' ? heldText(heldUntil, now) : '';
  const left = savedAt > 0 ? `You left it at ${instantText(savedAt, now)}.` : '';
  return [held, advice[status], changesText(changes), left].filter(Boolean).join(' ');
}

/** Says on every page outside checkout that the student has an unfinished booking, with a link to continue it. */
export function ResumeNotice({ studentId }: { studentId: string }) {
  const isAway = useRouterState({ select: ({ location }) => screenAt(location.pathname) === null });
  const booking = useResumableBooking(studentId, isAway);
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    void clearReturnNotification();
  }, []);
  if (!booking || !isAway || isDismissed) return null;
  return (
    <div className={classes.notice}>
      <Notice
        tone="waiting"
        role="status"
        title={titles[booking.status]}
        action={
          <div className="row wrap middle gap-2">
            <ActionLink href={screenPath({ stage: booking.stage })} look="outline">
              Continue your booking
            </ActionLink>
            <Button
              variant="subtle"
              onClick={() => {
                setIsDismissed(true);
                focusContent();
              }}
            >
              Not now
            </Button>
          </div>
        }
      >
        {textOf(booking)}
      </Notice>
    </div>
  );
}
