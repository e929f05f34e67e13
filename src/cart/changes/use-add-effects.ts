import { useEffect } from 'react';
import { toastTimes } from '../../../contract/limits.ts';
import type { OutboxEvent } from '../../../machines/cart-add.ts';
import type { OutboxNotice } from '../../offline/outbox/notice.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { CartOutbox } from './cart-add-flow.ts';

type AddActor = {
  getSnapshot: () => { context: { key: string | null } };
  send: (event: OutboxEvent) => void;
  on: (type: 'cart.added', handler: () => void) => { unsubscribe: () => void };
};

function eventOf(notice: OutboxNotice): OutboxEvent | null {
  if (notice.type === 'delivered') return { type: 'outbox.delivered' };
  if (notice.type === 'discarded') return { type: 'outbox.discarded' };
  if (notice.type !== 'refused') return null;
  return { type: 'outbox.refused', failure: { errorCode: notice.fault.code, message: notice.fault.message } };
}

/**
 * Notifies a card's state machine of what the outbox does with the item that the card adds to the cart. Shows a toast
 * once the item is in the cart.
 */
export function useAddEffects(outbox: CartOutbox, actor: AddActor): void {
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        // The outbox notifies every listener about every row. The card's state machine needs only notifications about
        // the row with its idempotency key.
        if (!('key' in notice) || notice.key !== actor.getSnapshot().context.key) return;
        const event = eventOf(notice);
        if (event) actor.send(event);
      }),
    [outbox, actor],
  );
  useEffect(() => {
    const subscription = actor.on('cart.added', () => {
      showToast({ message: 'Item added to cart', tone: 'success', time: toastTimes.cartAdded });
    });
    return () => subscription.unsubscribe();
  }, [actor]);
}
