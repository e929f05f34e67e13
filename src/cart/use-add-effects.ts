import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastTimes } from '../../contract/limits.ts';
import { showToast } from '../ui/toasts.ts';
import type { CartOutbox } from './cart-add-flow.ts';
import { type AddActor, forwardNotices } from './forward-notices.ts';
import { refreshCart } from './refresh-cart.ts';

type AddingActor = AddActor & { on: (type: 'cart.added', tell: () => void) => { unsubscribe: () => void } };

/** Ties a card's machine to the outbox, and what it adds to the cart and the toast (document 1, section 8). */
export function useAddEffects(outbox: CartOutbox, actor: AddingActor): void {
  const client = useQueryClient();
  useEffect(() => forwardNotices(outbox, actor), [outbox, actor]);
  useEffect(() => {
    const added = actor.on('cart.added', () => {
      refreshCart(client);
      showToast({ message: 'Item added to cart', tone: 'right', time: toastTimes.cartAdded });
    });
    return () => added.unsubscribe();
  }, [actor, client]);
}
