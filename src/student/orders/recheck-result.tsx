import { useEffect, useRef } from 'react';
import { type Order, updateOrder } from '../../../contract/orders.ts';
import { isOfflineError } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { unreachable } from '../../offline/connection/unreachable.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice, type NoticeTone } from '../../ui/messages/notice.tsx';
import { confirmationPath, refundText } from './order-texts.ts';
import classes from './orders-tab.module.css';
import type { Recheck } from './use-recheck.ts';

type ResultNotice = { tone: NoticeTone; title: string; text: string };

function noticeOfOrder({ order_id, state, is_payment_pending }: Order): ResultNotice {
  if (state === 'completed') return { tone: 'success', title: `${order_id} is paid`, text: 'Your seats are booked.' };
  if (state === 'refund_due' || state === 'refunded')
    return {
      tone: 'waiting',
      title: `${order_id} is paid, but we could not book your seats`,
      text: `${refundText({ state })} You do not need to do anything.`,
    };
  if (state === 'awaiting_payment' || is_payment_pending)
    return {
      tone: 'waiting',
      title: `${order_id} is still pending`,
      text: 'We have just checked. Please check again later.',
    };
  return { tone: 'error', title: `${order_id} was not paid`, text: 'The payment failed, and no seat is booked.' };
}

function noticeOfError(error: Error): ResultNotice {
  const title = 'The payment could not be checked';
  const isOffline = isOfflineError(error);
  if (isOffline) {
    const { reason, when } = unreachable();
    return { tone: 'error', title, text: `${reason}. Do not pay again. Check again ${when}.` };
  }
  if (isRefusal(error, updateOrder, 'PROVIDER_UNAVAILABLE'))
    return {
      tone: 'error',
      title,
      text: 'The payment provider is not responding. Do not pay again. Try again in a few minutes.',
    };
  if (isRefusal(error, updateOrder, 'RATE_LIMITED'))
    return { tone: 'error', title, text: 'You have checked too often. Please wait a minute and try again.' };
  return { tone: 'error', title, text: 'Do not pay again. Try again in a few minutes.' };
}

/**
 * Shows the result of checking a payment again. If the button that was pressed has disappeared, the result takes the
 * focus.
 */
export function RecheckResult({ recheck: { checked, error } }: { recheck: Recheck }) {
  const region = useRef<HTMLDivElement>(null);
  const notice = error ? noticeOfError(error) : checked ? noticeOfOrder(checked) : null;
  useEffect(() => {
    if (notice && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [notice]);
  return (
    <div role="status" ref={region} tabIndex={-1} className={classes.outcome}>
      {notice ? (
        <Notice
          tone={notice.tone}
          title={notice.title}
          action={
            !error && checked?.state === 'completed' ? (
              <PageLink href={confirmationPath(checked)}>View confirmation</PageLink>
            ) : null
          }
        >
          {notice.text}
        </Notice>
      ) : null}
    </div>
  );
}
