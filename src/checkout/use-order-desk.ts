import type { CartItem } from '../../contract/cart.ts';
import type { LineChange } from '../../machines/checkout.types.ts';
import { cartChangeText } from '../cart/cart-texts.ts';
import { type SwapDesk, useBatchChoices } from '../cart/swap-desk.ts';
import { useCheckout } from './checkout-context.ts';

type OrderDesk = SwapDesk & {
  drop: (line: CartItem) => void;
  isDropping: (line: CartItem) => boolean;
  /** Why the line is still there. */
  dropFailureOf: (line: CartItem) => string | null;
};

/** Swaps and drops lines at the review: the machine does it, so that a closed page goes on with it. */
export function useOrderDesk(): OrderDesk {
  const { state, send, studentId, isOnline } = useCheckout();
  const choices = useBatchChoices(studentId, isOnline);
  const { lineChange, lineFailure } = state.context;
  const isChanging = state.matches('changingLine');
  const failure = lineFailure && !isChanging ? cartChangeText(lineFailure) : null;
  const change = (wanted: LineChange) => send({ type: 'line.change', change: wanted, key: crypto.randomUUID() });
  const isDropped = ({ type, id }: CartItem) =>
    lineChange?.kind === 'drop' && lineChange.type === type && lineChange.id === id;
  return {
    ...choices,
    underWay: isChanging && lineChange?.kind === 'swap' ? lineChange : null,
    failureOf: (courseId) => (lineChange?.kind === 'swap' && lineChange.courseId === courseId ? failure : null),
    swap: ({ type, id }, courseId, batchId) => change({ kind: 'swap', type, id, courseId, batchId }),
    drop: ({ type, id }) => change({ kind: 'drop', type, id }),
    isDropping: (line) => isChanging && isDropped(line),
    dropFailureOf: (line) => (isDropped(line) ? failure : null),
  };
}
