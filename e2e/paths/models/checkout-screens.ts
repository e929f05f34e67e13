import type { RestingStateName } from '../../../lab/chart/chart.ts';
import type { PathEvent } from '../../../lab/path-file.ts';
import type { checkoutMachine } from '../../../machines/checkout.machine.ts';
import { type ExpectedScreen, entryOf, type ShownText } from './page-model.ts';

const start = '/course-booking/checkout';
const information = '/course-booking/checkout/information';
const review = '/course-booking/checkout/review';
const confirmation = /^\/course-booking\/checkout\/confirmation\/LF-\d{4}-\d+-\d+$/;

const details = 'Review and Confirm Your Details';
const order = 'Review Your Order';
const pending = 'Payment pending, do not pay again';
const changed = /^(Your order has changed|Your order is the same as before)$/;

/** For each state of the checkout machine, the texts that its screen must show and the path of the page. */
const screens: Record<RestingStateName<typeof checkoutMachine>, { texts: ShownText[]; url: string | RegExp }> = {
  starting: { texts: ['Checkout'], url: start },
  'information.loadingProfile': { texts: [details], url: information },
  'information.profileUnavailable': {
    texts: [details, 'Your details could not be loaded.', 'Try again'],
    url: information,
  },
  'information.confirmingInformation': { texts: [details, /^Edit$/, /^Proceed$/], url: information },
  'information.editingInformation.editing': { texts: ['Edit Profile', /^Save$/], url: information },
  'information.editingInformation.profileConflict': {
    texts: ['Another user exists with similar data.'],
    url: information,
  },
  'information.editingInformation.profileNotSaved': { texts: ['Something went wrong.', /^Save$/], url: information },
  'information.savingProfile': { texts: ['Edit Profile'], url: information },
  'review.reviewing': { texts: [order, 'Order items', 'Customer information', 'Proceed to Payment'], url: review },
  'information.waitingAtInformation': { texts: ['Waiting for the connection'], url: information },
  'information.comparingAtInformation': {
    texts: ['The connection is back', 'Checking for changes…'],
    url: information,
  },
  'information.askingAtInformation': {
    texts: ['The connection is back. Continue your booking?', 'Continue'],
    url: information,
  },
  'review.waitingAtReview': { texts: ['Waiting for the connection'], url: review },
  'review.comparingAtReview': { texts: ['The connection is back', 'Checking for changes…'], url: review },
  'review.askingAtReview': { texts: ['The connection is back. Continue your booking?', 'Continue'], url: review },
  'review.creatingOrder': { texts: [order, 'Placing your order and holding your seats…'], url: review },
  'review.cartChanged': { texts: [order, changed, /^(Accept the changes|Continue)$/], url: review },
  'review.changingLine': { texts: [order, 'Changing your order…'], url: review },
  'review.orderRefused': { texts: [order], url: review },
  'review.confirmingClashes': { texts: [order, 'Some of your dates clash', 'Back to your order'], url: review },
  'review.choosingContact': { texts: [order, 'Verify your contact', 'Code by WhatsApp'], url: review },
  'review.verifyingContact': { texts: [order, 'Verify your contact', 'Code by WhatsApp'], url: review },
  'review.orderUnanswered': {
    texts: [order, 'We do not know yet whether your order was placed', 'Try again'],
    url: review,
  },
  'review.redirecting': { texts: [order, 'Opening the payment page…'], url: review },
  'review.paymentNotOpened': {
    texts: [order, 'Your payment is not finished', /^(Open the payment page|Check the payment)$/],
    url: review,
  },
  'payment.checkingPayment': { texts: [/^Checking your payment…?$/], url: confirmation },
  'payment.awaitingPayment.paymentPending': { texts: [pending, 'Recheck Payment'], url: confirmation },
  'payment.awaitingPayment.paymentNotSeen': {
    texts: ['No payment has reached us yet', 'Recheck Payment', 'Back to your order'],
    url: confirmation,
  },
  'payment.awaitingPayment.paymentUnanswered': {
    texts: ['We could not check just now.', 'Recheck Payment'],
    url: confirmation,
  },
  'payment.paymentUnknown': {
    texts: ['Payment not found', 'We could not find this payment', 'Recheck Payment'],
    url: confirmation,
  },
  'payment.declined': { texts: ['Payment declined', 'Your payment was declined', 'Try again'], url: confirmation },
  confirmed: { texts: ['Thank You', 'Your seats are booked.'], url: confirmation },
  refundDue: {
    texts: ['Refund due', 'You have paid, but we could not book your seats: we are refunding you'],
    url: confirmation,
  },
  abandoned: { texts: ['Your cart'], url: '/course-booking/details' },
};

const notCompared = 'We could not check for changes. You will see any changes before you pay.';

/** Further texts that the screen shows only after a certain event. The key consists of the state and the event. */
const textsAfterEvent: Record<string, ShownText[]> = {
  'review.cartChanged createOrder done': ['The booking terms have changed. Please read and accept them again.'],
  'information.askingAtInformation compareCart failed': [notCompared],
  'review.askingAtReview compareCart failed': [notCompared],
};

/**
 * States in which an order or a payment is in progress. In these states, the screen must offer no way to leave
 * checkout.
 */
const withoutLeaving: ReadonlySet<string> = new Set([
  'review.creatingOrder',
  'review.redirecting',
  'payment.checkingPayment',
]);

export function expectedCheckoutScreen(state: string, event: PathEvent | null): ExpectedScreen {
  const screen = entryOf(screens, state);
  const texts = [...screen.texts, ...(textsAfterEvent[`${state} ${event?.type}`] ?? [])];
  return { texts, url: screen.url, absent: withoutLeaving.has(state) ? ['Back to cart'] : [] };
}
