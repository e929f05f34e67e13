import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartAdd, CartItem, CartRemove } from '../../../contract/cart.ts';
import { hasTrouble, lineCourses, lineName } from '../../../machines/cart-lines.ts';
import { isDeliveredAdd, type OutboxRow } from '../../offline/outbox/row.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { cartAddText, cartChangeText, signedOutFailure } from '../cart-texts.ts';
import { type CartOutbox, toAddOutcome } from './cart-add-flow.ts';
import { normaliseFailure } from './cart-failure.ts';
import { changeCart, removalOf } from './change-cart.ts';

/** The request that adds a removed line to the cart again, with the same batches. */
function additionOf(line: CartItem): CartAdd {
  const batches = lineCourses(line).map(({ courseId, batch }) => ({ course_id: courseId, batch_id: batch.id }));
  const [only] = batches;
  if (line.type === 'course' && only) return { type: 'course', ...only };
  return { type: 'package', package_id: line.id, batches };
}

function isSame(one: CartRemove, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type RemovalDeps = {
  studentId: string;
  outbox: CartOutbox;
  isOnline: boolean;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
};

function showFailure(message: string): void {
  showToast({ message, tone: 'error' });
}

type Removal = { payload: CartRemove; key: string };

/**
 * Result of removing a cart line. `unanswered`: the outbox must send the removal, because it was not sent directly or
 * got no response. `notYet`: the line is still in the cart, because the removal waits in the outbox, failed there, or
 * could not be stored.
 */
type RemovalResult = 'removed' | 'refused' | 'unanswered' | 'notYet';

/**
 * Removes lines from the cart. If the student is online and nothing waits in the outbox, a removal is sent directly.
 * Otherwise, or if there is no response, the outbox sends it with the same idempotency key. The last removed line can
 * be put back if its batches can be booked.
 */
export function useCartRemoval({ studentId, outbox, isOnline, waiting }: RemovalDeps) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<readonly CartRemove[]>([]);
  const [removed, setRemoved] = useState<CartItem | null>(null);

  async function removeDirectly({ payload, key }: Removal): Promise<RemovalResult> {
    try {
      await changeCart(client, studentId, { kind: 'drop', payload }, { key });
      return 'removed';
    } catch (error) {
      const failure = normaliseFailure(error);
      if (failure.errorCode === 'NO_RESPONSE') return 'unanswered';
      showFailure(cartChangeText(failure));
      return 'refused';
    }
  }

  async function removeByOutbox(change: Removal & { title: string }): Promise<RemovalResult> {
    const outcome = await outbox.submit({ kind: 'cart.remove', quotedPrice: null, ...change }, studentId);
    if (outcome.kind === 'delivered') return 'removed';
    if ('fault' in outcome)
      showFailure(cartChangeText({ errorCode: outcome.fault.code, message: outcome.fault.message }));
    if (outcome.kind === 'signedOut' && !outcome.key) showFailure(signedOutFailure.message);
    return 'notYet';
  }

  return {
    /** The cart line that was removed last, while it can be put back. */
    removed,
    async remove(line: CartItem): Promise<void> {
      const payload = removalOf(line);
      const change = { payload, key: crypto.randomUUID() };
      setRemoving((before) => [...before, payload]);
      try {
        const direct = isOnline && waiting.every(isDeliveredAdd) ? await removeDirectly(change) : 'unanswered';
        const result =
          direct === 'unanswered' ? await removeByOutbox({ ...change, title: `Remove ${lineName(line)}` }) : direct;
        if (result === 'removed') setRemoved(hasTrouble(line) ? null : line);
      } finally {
        setRemoving((before) => before.filter((one) => one !== payload));
      }
    },
    /** Adds the last removed line to the cart again, with the same batches. */
    async undo(): Promise<void> {
      if (!removed) return;
      setRemoved(null);
      const { price } = removed;
      const row = { title: lineName(removed), quotedPrice: price.main, shownPrice: price, key: crypto.randomUUID() };
      const action = { kind: 'cart.add', payload: additionOf(removed), ...row } as const;
      const outcome = toAddOutcome(await outbox.submit(action, studentId));
      if ('failure' in outcome) showFailure(cartAddText(outcome.failure));
    },
    isRemoving: (line: CartItem) => removing.some((payload) => isSame(removalOf(line), payload)),
    /** The outbox row that removes the cart line, if there is one. */
    waitingRemoval: (line: CartItem) =>
      waiting.find((row) => row.kind === 'cart.remove' && isSame(removalOf(line), row.payload)),
  };
}
