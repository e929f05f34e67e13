import type { PathEvent } from '../../../contract/path-file.ts';
import type { ShownText, StateSight } from './page-model.ts';

const information = '/course-booking/checkout/information';
const review = '/course-booking/checkout/review';
const confirmation = /^\/course-booking\/checkout\/confirmation\/LF-\d{4}-\d+-\d+$/;

const details = 'Review and Confirm Your Details';
const order = 'Review Your Order';
const pending = 'Payment pending, do not pay again';
const changed = /^(Your order has changed|Your order is as you saw it again)$/;

/** Which screen each state is on, and what it says there; a state that may be on two names the texts alone. */
const sights: Record<string, { texts: ShownText[]; url: string | RegExp }> = {
  loadingProfile: { texts: [details], url: information },
  profileUnavailable: { texts: [details, 'Your details could not be loaded.', 'Try again'], url: information },
  confirmingInformation: { texts: [details, /^Edit$/, /^Proceed$/], url: information },
  'editingInformation.editing': { texts: ['Edit Profile', /^Save$/], url: information },
  'editingInformation.profileConflict': { texts: ['Another user exists with similar data.'], url: information },
  'editingInformation.profileNotSaved': { texts: ['Something went wrong.', /^Save$/], url: information },
  savingProfile: { texts: ['Edit Profile'], url: information },
  reviewing: { texts: [order, 'Order items', 'Customer information', 'Proceed to Payment'], url: review },
  waitingForConnection: { texts: ['Waiting for the connection'], url: /^\/course-booking\/checkout\// },
  comparingCart: { texts: ['The connection is back', 'Looking for what has changed meanwhile…'], url: /checkout/ },
  askingToContinue: { texts: ['The connection is back. Continue your booking?', 'Continue'], url: /checkout/ },
  creatingOrder: { texts: [order, 'Placing your order and holding your seats…'], url: review },
  cartChanged: { texts: [order, changed, /^(Accept the changes|Continue)$/], url: review },
  changingLine: { texts: [order, 'Changing your order…'], url: review },
  orderRefused: { texts: [order], url: review },
  orderUnanswered: { texts: [order, 'We do not know yet whether your order arrived', 'Try again'], url: review },
  redirecting: { texts: [order, 'Opening the payment page…'], url: review },
  paymentNotOpened: {
    texts: [order, 'Your payment is not finished', 'Open the payment page', 'I have paid: check it'],
    url: review,
  },
  checkingPayment: { texts: [/^Checking your payment…?$/], url: confirmation },
  'awaitingPayment.paymentPending': { texts: [pending, 'Recheck Payment'], url: confirmation },
  'awaitingPayment.paymentNotSeen': {
    texts: ['No payment has reached us yet', 'Recheck Payment', 'Back to your order'],
    url: confirmation,
  },
  'awaitingPayment.paymentUnanswered': { texts: ['We could not ask just now.', 'Recheck Payment'], url: confirmation },
  paymentUnknown: { texts: ['Payment not found', 'We know no such payment', 'Recheck Payment'], url: confirmation },
  declined: { texts: ['Payment declined', 'Your payment was declined', 'Try again'], url: confirmation },
  confirmed: { texts: ['Thank You', 'Your seats are booked.'], url: confirmation },
  refundDue: {
    texts: ['Refund due', 'You have paid, but the seats were gone: your money goes back'],
    url: confirmation,
  },
  abandoned: { texts: ['Your cart'], url: '/course-booking/details' },
};

/** What depends on the way into the state. */
const happenings: Record<string, ShownText[]> = {
  'cartChanged createOrder done': ['The booking terms have changed. Please read and accept them again.'],
  'askingToContinue compareCart failed': ['We could not check what changed meanwhile. You will see it before you pay.'],
};

/** While an order or a payment is under way nobody leaves it half done. */
const withoutLeaving: ReadonlySet<string> = new Set(['creatingOrder', 'redirecting', 'checkingPayment']);

export function checkoutSight(state: string, event: PathEvent | null): StateSight {
  const known = sights[state] ?? { texts: [], url: /./ };
  const texts = [...known.texts, ...(happenings[`${state} ${event?.type}`] ?? [])];
  return { texts, url: known.url, absent: withoutLeaving.has(state) ? ['Back to cart'] : [] };
}
