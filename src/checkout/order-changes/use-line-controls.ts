import type { CartItem } from '../../../contract/cart.ts';
import type { LineChange } from '../../../machines/checkout.context.ts';
import { cartChangeText } from '../../cart/cart-texts.ts';
import { type SwapControls, useBatchOptions } from '../../cart/lines/swap-controls.ts';
import { useCheckout } from '../checkout-context.ts';

type LineControls = SwapControls & {
  remove: (line: CartItem) => void;
  isRemoving: (line: CartItem) => boolean;
  /** Why the line could not be removed. */
  removeFailureOf: (line: CartItem) => string | null;
};

/** Swaps and removes lines on the review page. The machine makes the change, so that it continues after a reload. */
export function useLineControls(): LineControls {
  const { state, send, studentId, isOnline } = useCheckout();
  const options = useBatchOptions(studentId, isOnline);
  const { lineChange, lineFailure } = state.context;
  const isChanging = state.matches({ review: 'changingLine' });
  const failure = lineFailure && !isChanging ? cartChangeText(lineFailure) : null;
  const changeLine = (change: LineChange) => send({ type: 'line.change', change, key: crypto.randomUUID() });
  const isLastRemoved = ({ type, id }: CartItem) =>
    lineChange?.kind === 'drop' && lineChange.type === type && lineChange.id === id;
  return {
    ...options,
    pendingSwap: isChanging && lineChange?.kind === 'swap' ? lineChange : null,
    failureOf: (courseId) => (lineChange?.kind === 'swap' && lineChange.courseId === courseId ? failure : null),
    swap: ({ type, id }, courseId, batchId) => changeLine({ kind: 'swap', type, id, courseId, batchId }),
    remove: ({ type, id }) => changeLine({ kind: 'drop', type, id }),
    isRemoving: (line) => isChanging && isLastRemoved(line),
    removeFailureOf: (line) => (isLastRemoved(line) ? failure : null),
  };
}
