import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { momentText } from '../lib/as-of-text.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { screenAt, screenPath } from './checkout-screen.ts';
import type { Standing } from './kept-checkout.ts';
import classes from './resume-notice.module.css';
import { silenceBell } from './return-bell.ts';
import { useKeptCheckout, type WaitingBooking } from './use-kept-checkout.ts';

const titles: Record<Standing, string> = {
  waiting: 'The connection is back. Your booking waits for you.',
  changed: 'Your order has changed and waits for your decision.',
  unanswered: 'We do not know yet whether your order arrived.',
  unpaid: 'Your payment is not finished.',
  begun: 'You have begun a booking.',
};

const unordered = 'Nothing was ordered and nothing was charged.';
const advice: Record<Standing, string> = {
  waiting: unordered,
  changed: 'Nothing was charged.',
  unanswered: 'Trying again is safe: it is the same order, and it is placed and paid once only.',
  unpaid: 'Your seats are held for a while. If you have paid already, do not pay again.',
  begun: unordered,
};

function changesText(changes: number | null): string {
  if (changes === null) return '';
  if (changes === 0) return 'Prices, seats and dates are as you saw them.';
  return changes === 1 ? '1 thing is not as you saw it.' : `${changes} things are not as you saw them.`;
}

function textOf({ standing, changes, keptAt }: WaitingBooking): string {
  const left = keptAt > 0 ? `You left it at ${momentText(keptAt, Date.now())}.` : '';
  return [advice[standing], changesText(changes), left].filter(Boolean).join(' ');
}

/** Says on every page but checkout's own that a booking can go on, and leads to where it stood. */
export function ResumeNotice({ studentId }: { studentId: string }) {
  const isAway = useRouterState({ select: ({ location }) => screenAt(location.pathname) === null });
  const booking = useKeptCheckout(studentId, isAway);
  const [isPutOff, setIsPutOff] = useState(false);
  useEffect(() => {
    void silenceBell();
  }, []);
  if (!booking || !isAway || isPutOff) return null;
  return (
    <div className={classes.place}>
      <Notice
        tone="waiting"
        role="status"
        title={titles[booking.standing]}
        action={
          <div className={classes.ways}>
            <ActionLink href={screenPath({ stage: booking.stage })} look="outline">
              Continue your booking
            </ActionLink>
            <Button variant="subtle" onClick={() => setIsPutOff(true)}>
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
