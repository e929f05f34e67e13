import { useEffect, useRef } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { ApiError } from '../../lib/api.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { confirmationPath } from './order-texts.ts';
import classes from './orders-tab.module.css';
import type { Recheck } from './use-recheck.ts';

type Told = { tone: NoticeTone; title: string; text: string };

function tellAnswer({ order_id, state }: Order): Told {
  if (state === 'completed') return { tone: 'right', title: `${order_id} is paid`, text: 'Your seats are booked.' };
  if (state === 'refund_due' || state === 'refunded')
    return {
      tone: 'waiting',
      title: `${order_id} is paid, but the seats were gone`,
      text: 'The money goes back to the account that paid. You need not do anything.',
    };
  if (state === 'awaiting_payment')
    return {
      tone: 'waiting',
      title: `${order_id} is still pending`,
      text: 'We asked just now. Please check again later.',
    };
  return { tone: 'wrong', title: `${order_id} was not paid`, text: 'The payment failed, and no seat is booked.' };
}

function tellFailure(error: Error): Told {
  const title = 'The payment could not be checked';
  const isOffline = error instanceof ApiError && error.kind === 'offline';
  const code = error instanceof ApiError ? error.code : null;
  if (isOffline)
    return { tone: 'wrong', title, text: 'There is no connection. Do not pay again; check once it is back.' };
  if (code === 'PROVIDER_UNAVAILABLE')
    return {
      tone: 'wrong',
      title,
      text: 'The payment provider gives no answer. Do not pay again; try in a few minutes.',
    };
  if (code === 'RATE_LIMITED')
    return { tone: 'wrong', title, text: 'You have asked often. Please wait a minute and try again.' };
  return { tone: 'wrong', title, text: 'Do not pay again; try in a few minutes.' };
}

/** What the last recheck found. It takes the focus where the button that asked has gone with its notice. */
export function RecheckOutcome({ recheck: { answered, error } }: { recheck: Recheck }) {
  const region = useRef<HTMLDivElement>(null);
  const told = error ? tellFailure(error) : answered ? tellAnswer(answered) : null;
  useEffect(() => {
    if (told && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [told]);
  return (
    <div role="status" ref={region} tabIndex={-1} className={classes.outcome}>
      {told ? (
        <Notice
          tone={told.tone}
          title={told.title}
          action={
            !error && answered?.state === 'completed' ? (
              <PageLink href={confirmationPath(answered)}>View confirmation</PageLink>
            ) : null
          }
        >
          {told.text}
        </Notice>
      ) : null}
    </div>
  );
}
