import type { OutboxEvent } from '../../machines/cart-add.types.ts';
import type { OutboxNotice } from '../offline/outbox-notice.ts';
import type { CartOutbox } from './cart-add-flow.ts';

export type AddActor = { getSnapshot: () => { context: { key: string | null } }; send: (event: OutboxEvent) => void };

function eventOf(notice: OutboxNotice): OutboxEvent | null {
  if (notice.type === 'delivered') return { type: 'outbox.delivered' };
  if (notice.type === 'discarded') return { type: 'outbox.discarded' };
  if (notice.type !== 'refused') return null;
  return { type: 'outbox.refused', failure: { errorCode: notice.fault.code, message: notice.fault.message } };
}

/** Tells an add machine what became of the row whose key it holds; the answer stops it. */
export function forwardNotices(outbox: CartOutbox, actor: AddActor): () => void {
  return outbox.subscribe((notice) => {
    if (!('key' in notice) || notice.key !== actor.getSnapshot().context.key) return;
    const event = eventOf(notice);
    if (event) actor.send(event);
  });
}
