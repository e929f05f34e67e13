import { useMutation, useQuery } from '@tanstack/react-query';
import type { Batch } from '../../../contract/batch.ts';
import type { CartItem } from '../../../contract/cart.ts';
import { cartMutations } from '../cart.mutations.ts';
import { cartQueries } from '../cart.queries.ts';
import { cartChangeText } from '../cart-texts.ts';
import { normaliseFailure } from '../changes/cart-failure.ts';

/** The batches that can be chosen for the courses in the cart. */
type BatchOptions = {
  status: 'known' | 'loading' | 'failed' | 'offline';
  /** The batches that can be chosen for the course `courseId`, earliest first. None while `status` is not `known`. */
  batchesOf: (courseId: number) => readonly Batch[];
  retry: () => void;
};

/** What a cart line needs so that the student can choose another batch in it, on the cart page and in checkout. */
export type SwapControls = BatchOptions & {
  /**
   * The batch that the student has chosen for a course, while the choice is being saved. Only one is saved at a time.
   */
  pendingSwap: { courseId: number; batchId: number } | null;
  /** Why the last attempt to choose another batch for this course failed; null if it did not fail. */
  failureOf: (courseId: number) => string | null;
  swap: (line: CartItem, courseId: number, batchId: number) => void;
};

/**
 * Loads the batches that can be chosen for the cart's courses, on every visit. The outbox cannot store the choice of
 * another batch, so no batches are offered while offline.
 */
export function useBatchOptions(studentId: string, isOnline: boolean): BatchOptions {
  const { data, isError, refetch } = useQuery({ ...cartQueries.choices(studentId), enabled: isOnline });
  const status = data ? 'known' : isError ? 'failed' : 'loading';
  return {
    status: isOnline ? status : 'offline',
    batchesOf: (courseId) => (isOnline ? (data?.[courseId] ?? []) : []),
    retry: () => void refetch(),
  };
}

/** The batches that can be chosen for a course instead of batch `batchId`. */
export function otherBatches(options: BatchOptions, courseId: number, batchId: number): readonly Batch[] {
  return options.batchesOf(courseId).filter(({ id }) => id !== batchId);
}

/**
 * Lets the student choose other batches on the cart page. Checkout has swap controls of its own, because there the
 * checkout machine saves the choice.
 */
export function useSwapControls(studentId: string, isOnline: boolean): SwapControls {
  const options = useBatchOptions(studentId, isOnline);
  const change = useMutation(cartMutations.swapBatch(studentId));
  return {
    ...options,
    pendingSwap: change.isPending ? change.variables : null,
    failureOf: (courseId) =>
      change.isError && change.variables.courseId === courseId ? cartChangeText(normaliseFailure(change.error)) : null,
    swap: (line, courseId, batchId) => change.mutate({ line, courseId, batchId, key: crypto.randomUUID() }),
  };
}
