import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartItem, CartRemove } from '../../contract/cart.ts';
import { ApiError } from '../lib/api.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import { showToast } from '../ui/toasts.ts';
import { removeFromCartMutation } from './cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';
import { cartRemoveText, signInFirst, unkeptRemoveText } from './cart-texts.ts';
import { refreshCart } from './refresh-cart.ts';

export function removalOf(line: CartItem): CartRemove {
  return line.type === 'course'
    ? { item_type: 'course', course_id: line.id }
    : { item_type: 'package', package_id: line.id };
}

export function lineName(line: CartItem): string {
  return line.course?.course_name ?? line.package?.package_name ?? '';
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

/**
 * Removes lines: at once where the server answers and nothing waits before it, else through the outbox, under the same key.
 */
export function useCartRemoval({ studentId, outbox, isOnline, waiting }: RemovalParts) {
  const client = useQueryClient();
  const direct = useMutation(removeFromCartMutation(client, studentId));
  const [busy, setBusy] = useState<readonly CartRemove[]>([]);

  async function removeNow(change: { payload: CartRemove; key: string }): Promise<'done' | 'unanswered'> {
    try {
      await direct.mutateAsync(change);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'offline') return 'unanswered';
      say(cartRemoveText(error));
    }
    return 'done';
  }

  async function removeLater(change: { payload: CartRemove; key: string; title: string }): Promise<void> {
    const outcome = await outbox.submit({ kind: 'cart.remove', quotedPrice: null, ...change });
    if (outcome.kind === 'delivered') refreshCart(client);
    if (outcome.kind === 'refused') say(outcome.fault.message);
    if (outcome.kind === 'unanswered') say(unkeptRemoveText(outcome.fault.code));
    if (outcome.kind === 'signedOut' && !outcome.key) say(signInFirst.message);
  }

  return {
    async remove(line: CartItem): Promise<void> {
      const payload = removalOf(line);
      const change = { payload, key: crypto.randomUUID() };
      setBusy((before) => [...before, payload]);
      try {
        const isTriedNow = isOnline && waiting.length === 0;
        const end = isTriedNow ? await removeNow(change) : 'unanswered';
        if (end === 'unanswered') await removeLater({ ...change, title: `Remove ${lineName(line)}` });
      } finally {
        setBusy((before) => before.filter((one) => one !== payload));
      }
    },
    isRemoving: (line: CartItem) => busy.some((payload) => isSame(removalOf(line), payload)),
    isWaiting: (line: CartItem) =>
      waiting.some((row) => row.kind === 'cart.remove' && isSame(removalOf(line), row.payload)),
  };
}
