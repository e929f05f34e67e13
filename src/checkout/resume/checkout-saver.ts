import type { Order, Quote } from '../../../contract/orders.ts';
import { type CheckoutProgress, readUnansweredOrder, saveCheckout } from './saved-checkout.ts';

/** Whether the order contains every item of the quote, on the same dates. */
function isOrderOf(quote: Quote, { items }: Order): boolean {
  return quote.items.every(({ type, id, days = [] }) => {
    const item = items.find((one) => one.type === type && one.offer_id === id);
    if (!item || days.length === 0) return false;
    const booked = item.courses ?? [item];
    return days.every(({ start_date, end_date }) =>
      booked.some((course) => course.batch_start_date === start_date && course.batch_end_date === end_date),
    );
  });
}

async function isOrderUnanswered(studentId: string, settled: Order | null): Promise<boolean> {
  const unanswered = await readUnansweredOrder(studentId);
  if (!unanswered) return false;
  return !(settled && unanswered.quote && isOrderOf(unanswered.quote, settled));
}

/**
 * A state of the checkout to be saved. `progress`: what to save; null deletes the saved checkout. `settled`: the order
 * if its payment is settled in this state, else null.
 */
type CheckoutSave = { stateName: string; progress: CheckoutProgress | null; settled: Order | null };

/**
 * Returns a function that saves the states of one checkout, one after another. It resolves once the device has stored
 * the state.
 * A saved order without a response may have been placed, so it is not simply overwritten. It is replaced only by
 * another order, by a state that follows the response in this checkout, or by the confirmation of the same booking.
 */
export function createCheckoutSaver(studentId: string): (save: CheckoutSave) => Promise<void> {
  let isAnswered = false;
  let saved = Promise.resolve();
  return ({ stateName, progress, settled }) => {
    const isOrder = stateName === 'creatingOrder' || stateName === 'orderUnanswered';
    // Without a response to the order, `creatingOrder` goes to `orderUnanswered`. Any other state after `creatingOrder`
    // means that a response has arrived.
    if (isOrder) isAnswered = stateName === 'creatingOrder';
    const mayReplace = isOrder || isAnswered;
    saved = saved
      .catch(() => {})
      .then(async () => {
        if (mayReplace || !(await isOrderUnanswered(studentId, settled))) await saveCheckout(studentId, progress);
      });
    return saved;
  };
}
