import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../contract/batch.ts';
import type { CartItem } from '../../contract/cart.ts';
import { cartQueries } from './cart.queries.ts';

/** What is known of the batches that courses of the cart can have. */
export type BatchChoicesKnown = {
  standing: 'known' | 'loading' | 'failed' | 'offline';
  /** Batches that can be chosen for a course, earliest first; none while they are not known. */
  batchesOf: (courseId: number) => readonly Batch[];
  retry: () => void;
};

/** What the lines of the cart need to change a batch in place, wherever they stand. */
export type SwapDesk = BatchChoicesKnown & {
  /** The swap that is on its way, one at a time. */
  underWay: { courseId: number; batchId: number } | null;
  /** Why the last change of this course did not happen. */
  failureOf: (courseId: number) => string | null;
  swap: (line: CartItem, courseId: number, batchId: number) => void;
};

/** Asks for the batches with every visit; without a connection nothing can be swapped (design, settled 7). */
export function useBatchChoices(studentId: string, isOnline: boolean): BatchChoicesKnown {
  const { data, isError, refetch } = useQuery({ ...cartQueries.choices(studentId), enabled: isOnline });
  const asked = data ? 'known' : isError ? 'failed' : 'loading';
  return {
    standing: isOnline ? asked : 'offline',
    batchesOf: (courseId) => (isOnline ? (data?.[courseId] ?? []) : []),
    retry: () => void refetch(),
  };
}

/** Other batches of a course than the one that it has. */
export function otherBatches(desk: BatchChoicesKnown, courseId: number, batchId: number): readonly Batch[] {
  return desk.batchesOf(courseId).filter(({ id }) => id !== batchId);
}
