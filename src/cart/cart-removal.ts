import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartAdd, CartItem, CartRemove } from '../../contract/cart.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import { showToast } from '../ui/toasts.ts';
import { type CartOutbox, toAddOutcome } from './cart-add-flow.ts';
import { normaliseFailure } from './cart-failure.ts';
import { cartAddText, cartChangeText, networkError, serverError, signInFirst } from './cart-texts.ts';
import { changeCart, removalOf } from './change-cart.ts';
import { hasTrouble, lineName, partsOf } from './line-parts.ts';
import { refreshCart } from './refresh-cart.ts';

/** What adds a line again as it was. */
export function additionOf(line: CartItem): CartAdd {
  const batches = partsOf(line).map(({ courseId, batch }) => ({ course_id: courseId, batch_id: batch.id }));
  const [only] = batches;
  if (line.type === 'course' && only) return { type: 'course', ...only };
  return { type: 'package', package_id: line.id, batches };
}

function isSame(one: CartRemove, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type RemovalParts = {
  studentId: string;
  outbox: CartOutbox;
  isOnline: boolean;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
};

function say(message: string): void {
  showToast({ message, tone: 'wrong' });
}

type Removal = { payload: CartRemove; key: string };

/** `unanswered`: it is the outbox's turn, under the same key. */
type End = 'removed' | 'refused' | 'unanswered' | 'kept';

/**
 * Removes lines: at once where the server answers and nothing waits before it, else through the outbox, under the same key.
 * What is gone can be put back as it was, as long as it could be booked.
 */
export function useCartRemoval({ studentId, outbox, isOnline, waiting }: RemovalParts) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<readonly CartRemove[]>([]);
  const [removed, setRemoved] = useState<CartItem | null>(null);

  async function removeNow({ payload, key }: Removal): Promise<End> {
    try {
      await changeCart(client, studentId, { kind: 'drop', payload }, { key });
      return 'removed';
    } catch (error) {
      const failure = normaliseFailure(error);
      if (failure.errorCode === 'NO_RESPONSE') return 'unanswered';
      say(cartChangeText(failure));
      return 'refused';
    }
  }

  async function removeLater(change: Removal & { title: string }): Promise<End> {
    const outcome = await outbox.submit({ kind: 'cart.remove', quotedPrice: null, ...change });
    if (outcome.kind === 'delivered') {
      refreshCart(client);
      return 'removed';
    }
    if (outcome.kind === 'refused') say(outcome.fault.message);
    if (outcome.kind === 'unanswered') say(outcome.fault.code === 'NO_RESPONSE' ? networkError : serverError);
    if (outcome.kind === 'signedOut' && !outcome.key) say(signInFirst.message);
    return 'kept';
  }

  return {
    /** What was removed last, while it can be put back. */
    removed,
    async remove(line: CartItem): Promise<void> {
      const payload = removalOf(line);
      const change = { payload, key: crypto.randomUUID() };
      setBusy((before) => [...before, payload]);
      try {
        const first = isOnline && waiting.length === 0 ? await removeNow(change) : 'unanswered';
        const end =
          first === 'unanswered' ? await removeLater({ ...change, title: `Remove ${lineName(line)}` }) : first;
        if (end === 'removed') setRemoved(hasTrouble(line) ? null : line);
      } finally {
        setBusy((before) => before.filter((one) => one !== payload));
      }
    },
    /** Puts back what was removed last, with its batches. */
    async undo(): Promise<void> {
      if (!removed) return;
      setRemoved(null);
      const told = { title: lineName(removed), quotedPrice: removed.price.main, key: crypto.randomUUID() };
      const ended = toAddOutcome(await outbox.submit({ kind: 'cart.add', payload: additionOf(removed), ...told }));
      if (ended.kind === 'added') refreshCart(client);
      if ('failure' in ended) say(cartAddText(ended.failure));
    },
    isRemoving: (line: CartItem) => busy.some((payload) => isSame(removalOf(line), payload)),
    isWaiting: (line: CartItem) =>
      waiting.some((row) => row.kind === 'cart.remove' && isSame(removalOf(line), row.payload)),
  };
}
