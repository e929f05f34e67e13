import type { BatchChoice } from './batch-rules.ts';
import type { CartFailure, OutboxEvent } from './cart-add.types.ts';

/** `queuedKey`: the key of this course's outbox row, where one is still waiting. */
export type AddToCartInput = {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId?: number | undefined;
  queuedKey?: string | undefined;
};

/** `key`: of the add whose end is not known yet. */
export type AddToCartContext = {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId: number | null;
  key: string | null;
  failure: CartFailure | null;
};

/** `cart.add` brings a fresh idempotency key. */
export type AddToCartEvent =
  | { type: 'batches.update'; batches: readonly BatchChoice[] }
  | { type: 'batch.choose'; batchId: number }
  | { type: 'cart.add'; key: string }
  | OutboxEvent;
