import type { PathEvent } from '../../lab/path-file.ts';
import type { ExpectedScreen, ShownText } from './page-model.ts';

const information = '/course-booking/checkout/information';
const review = '/course-booking/checkout/review';
const confirmation = /^\/course-booking\/checkout\/confirmation\/LF-\d{4}-\d+-\d+$/;

const details = 'Review and Confirm Your Details';
const order = 'Review Your Order';
const pending = 'Payment pending, do not pay again';
const changed = /^(Your order has changed|Your order is the same as before)$/;

/** The texts and address of each state's screen. States that can be on several screens have a general address. */
const screens: Record<string, { texts: ShownText[]; url: string | RegExp }> = {
  loadingProfile: { texts: [details], url: information },
  profileUnavailable: { texts: [details, 'Your details could not be loaded.', 'Try again'], url: information },
  confirmingInformation: { texts: [details, /^Edit$/, /^Proceed$/], url: information },
  'editingInformation.editing': { texts: ['Edit Profile', /^Save$/], url: information },
  'editingInformation.profileConflict': { texts: ['Another user exists with similar data.'], url: information },
  'editingInformation.profileNotSaved': { texts: ['Something went wrong.', /^Save$/], url: information },
  savingProfile: { texts: ['Edit Profile'], url: information },
  reviewing: { texts: [order, 'Order items', 'Customer information', 'Proceed to Payment'], url: review },
  waitingForConnection: { texts: ['Waiting for the connection'], url: /^\/course-booking\/checkout\// },
  comparingCart: { texts: ['The connection is back', 'Checking for changes…'], url: /checkout/ },
  askingToContinue: { texts: ['The connection is back. Continue your booking?', 'Continue'], url: /checkout/ },
  creatingOrder: { texts: [order, 'Placing your order and holding your seats…'], url: review },
  cartChanged: { texts: [order, changed, /^(Accept the changes|Continue)$/], url: review },
  changingLine: { texts: [order, 'Changing your order…'], url: review },
  orderRefused: { texts: [order], url: review },
  orderUnanswered: { texts: [order, 'We do not know yet whether your order was placed', 'Try again'], url: review },
  redirecting: { texts: [order, 'Opening the payment page…'], url: review },
  paymentNotOpened: {
    texts: [order, 'Your payment is not finished', 'Open the payment page', 'I have paid, check again'],
    url: review,
  },
  checkingPayment: { texts: [/^Checking your payment…?$/], url: confirmation },
  'awaitingPayment.paymentPending': { texts: [pending, 'Recheck Payment'], url: confirmation },
  'awaitingPayment.paymentNotSeen': {
    texts: ['No payment has reached us yet', 'Recheck Payment', 'Back to your order'],
    url: confirmation,
  },
  'awaitingPayment.paymentUnanswered': {
    texts: ['We could not check just now.', 'Recheck Payment'],
    url: confirmation,
  },
  paymentUnknown: {
    texts: ['Payment not found', 'We could not find this payment', 'Recheck Payment'],
    url: confirmation,
  },
  declined: { texts: ['Payment declined', 'Your payment was declined', 'Try again'], url: confirmation },
  confirmed: { texts: ['Thank You', 'Your seats are booked.'], url: confirmation },
  refundDue: {
    texts: ['Refund due', 'You have paid, but no seats were left: we are refunding you'],
    url: confirmation,
  },
  abandoned: { texts: ['Your cart'], url: '/course-booking/details' },
};

/** Further texts that depend on the event that led to the state. */
const textsAfterEvent: Record<string, ShownText[]> = {
  'cartChanged createOrder done': ['The booking terms have changed. Please read and accept them again.'],
  'askingToContinue compareCart failed': ['We could not check for changes. You will see any changes before you pay.'],
};

/** States in which an order or a payment is in progress, so that the screen offers no way to leave. */
const withoutLeaving: ReadonlySet<string> = new Set(['creatingOrder', 'redirecting', 'checkingPayment']);

export function expectedCheckoutScreen(state: string, event: PathEvent | null): ExpectedScreen {
  const screen = screens[state] ?? { texts: [], url: /./ };
  const texts = [...screen.texts, ...(textsAfterEvent[`${state} ${event?.type}`] ?? [])];
  return { texts, url: screen.url, absent: withoutLeaving.has(state) ? ['Back to cart'] : [] };
}
