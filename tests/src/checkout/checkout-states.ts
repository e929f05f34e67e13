import type { CheckoutEvent, CheckoutStage } from '../../../machines/checkout.context.ts';
import { quoteOf } from '../../../machines/order-quote.ts';
import { CheckoutPage, type Leave } from './checkout-page.ts';
import { FakeServer } from './fake-server.ts';
import { cart, line, studentId } from './orders.ts';

export const key = 'key-order';
const accept: CheckoutEvent = { type: 'terms.accept', termsVersion: '2026-04' };
const place: CheckoutEvent = { type: 'order.place', key, quote: quoteOf(cart()) };
const save: CheckoutEvent = { type: 'information.save', profile: { city: 'Chennai' }, key: 'key-save' };
const swap: CheckoutEvent = {
  type: 'line.change',
  change: { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 },
  key: 'key-line',
};
export const moreExpensive = cart({
  items: [line({ price: { main: 6000 } })],
  totals: { subtotal: 6000, discount: 0, total: 6000 },
});
const create = 'POST /api/orders/create';
const profileCall = `PUT /api/users/student/${studentId}`;

function at(
  stage: CheckoutStage,
  more: ConstructorParameters<typeof CheckoutPage>[2] = {},
  prepare?: (a: FakeServer) => void,
) {
  const server = new FakeServer();
  prepare?.(server);
  return new CheckoutPage(server, stage, more);
}

async function editing(prepare?: (server: FakeServer) => void): Promise<CheckoutPage> {
  const page = await at('information', {}, prepare).reaches('information.confirmingInformation');
  page.send({ type: 'information.edit' });
  return page;
}

async function placed(prepare?: (server: FakeServer) => void, leave: Leave = 'leaves'): Promise<CheckoutPage> {
  const page = at('review', { leave }, prepare);
  page.send(accept, place);
  return page;
}

const changed = (server: FakeServer) => {
  server.cart = moreExpensive;
  server.faults.set(create, { status: 409, code: 'CART_CHANGED' });
};
const returned = (payment: FakeServer['payment']) =>
  at('returning', {}, (server) => {
    server.payment = payment;
  });
const unpaid = { state: 'awaiting_payment', final_payment_status: 'PROCESSING' } as const;

export type StateCase = {
  /** Opens a checkout page and brings checkout to the state that is this case's key in `checkoutStates`. */
  reach: () => Promise<CheckoutPage>;
  /** The state of checkout after a crash of the page. Left out if it is the same as before the crash. */
  afterCrash?: string;
  /** The state of checkout while the device is offline. Left out if going offline does not change the state. */
  offline?: string;
  /**
   * The state of checkout once the device is online again. Left out if it is the same as while the device was offline.
   */
  online?: string;
};

export const checkoutStates: Record<string, StateCase> = {
  starting: {
    reach: async () => at('start', {}, (a) => a.faults.set('GET /api/users/student', 'hangs')),
    afterCrash: 'review.reviewing',
    offline: 'information.waitingAtInformation',
    online: 'information.askingAtInformation',
  },
  'information.loadingProfile': {
    reach: async () => at('information', {}, (a) => a.faults.set('GET /api/users/student', 'hangs')),
    afterCrash: 'information.confirmingInformation',
    offline: 'information.waitingAtInformation',
    online: 'information.askingAtInformation',
  },
  'information.profileUnavailable': {
    reach: async () =>
      at('information', {}, (a) => a.faults.set('GET /api/users/student', { status: 500, code: 'INTERNAL_ERROR' })),
  },
  'information.confirmingInformation': { reach: async () => at('information') },
  'information.editingInformation.editing': { reach: () => editing() },
  'information.editingInformation.profileConflict': {
    reach: async () => {
      const page = await editing((a) => a.faults.set(profileCall, { status: 409, code: 'USER_EXISTS' }));
      page.send(save);
      return page;
    },
  },
  'information.editingInformation.profileNotSaved': {
    reach: async () => {
      const page = await editing((a) => a.faults.set(profileCall, 'loses its response'));
      page.send(save);
      return page;
    },
  },
  'information.savingProfile': {
    reach: async () => {
      const page = await editing((a) => a.faults.set(profileCall, 'hangs'));
      page.send(save);
      return page;
    },
    afterCrash: 'information.confirmingInformation',
    offline: 'information.editingInformation.profileNotSaved',
  },
  'review.reviewing': {
    reach: async () => {
      const page = at('review');
      page.send(accept);
      return page;
    },
  },
  'information.waitingAtInformation': {
    reach: async () => at('information', { isOnline: false }),
    afterCrash: 'information.askingAtInformation',
    online: 'information.askingAtInformation',
  },
  'information.comparingAtInformation': {
    reach: async () => {
      const page = at('information', { isOnline: false }, (a) => a.faults.set('GET /api/cart', 'hangs'));
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    afterCrash: 'information.askingAtInformation',
    offline: 'information.waitingAtInformation',
    online: 'information.askingAtInformation',
  },
  'information.askingAtInformation': {
    reach: async () => {
      const page = at('information', { isOnline: false });
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    offline: 'information.waitingAtInformation',
    online: 'information.askingAtInformation',
  },
  'review.waitingAtReview': {
    reach: async () => at('review', { isOnline: false }),
    afterCrash: 'review.askingAtReview',
    online: 'review.askingAtReview',
  },
  'review.comparingAtReview': {
    reach: async () => {
      const page = at('review', { isOnline: false }, (a) => a.faults.set('GET /api/cart', 'hangs'));
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    afterCrash: 'review.askingAtReview',
    offline: 'review.waitingAtReview',
    online: 'review.askingAtReview',
  },
  'review.askingAtReview': {
    reach: async () => {
      const page = at('review', { isOnline: false });
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    offline: 'review.waitingAtReview',
    online: 'review.askingAtReview',
  },
  'review.creatingOrder': {
    reach: () => placed((a) => a.faults.set(create, 'hangs')),
    afterCrash: 'review.redirecting',
    offline: 'review.orderUnanswered',
  },
  'review.cartChanged': { reach: () => placed(changed), afterCrash: 'review.reviewing' },
  'review.changingLine': {
    reach: async () => {
      const page = await (await placed(changed)).reaches('review.cartChanged');
      page.server.faults.set('PUT /api/cart/batch', 'hangs');
      page.send(swap);
      return page;
    },
    afterCrash: 'review.cartChanged',
    offline: 'review.cartChanged',
  },
  'review.orderRefused': { reach: () => placed((a) => a.faults.set(create, { status: 409, code: 'BOOKING_CLOSED' })) },
  'review.confirmingClashes': {
    reach: () => placed((a) => a.faults.set(create, { status: 409, code: 'DATES_CLASH' })),
  },
  'review.choosingContact': {
    reach: () => placed((a) => a.faults.set(create, { status: 403, code: 'CONTACT_NOT_VERIFIED' })),
  },
  'review.verifyingContact': {
    reach: async () => {
      const page = await placed((a) => a.faults.set(create, { status: 403, code: 'CONTACT_NOT_VERIFIED' }));
      await page.reaches('review.choosingContact');
      page.send({ type: 'contact.choose', method: 'email_otp' });
      return page;
    },
  },
  'review.orderUnanswered': { reach: () => placed((a) => a.faults.set(create, 'loses its response')) },
  'review.redirecting': { reach: () => placed(), afterCrash: 'review.paymentNotOpened' },
  'review.paymentNotOpened': { reach: () => placed(undefined, 'stays') },
  'payment.checkingPayment': {
    reach: async () => at('returning', {}, (a) => a.faults.set('GET /api/orders/update', 'hangs')),
    afterCrash: 'payment.awaitingPayment.paymentPending',
    offline: 'payment.awaitingPayment.paymentUnanswered',
  },
  'payment.awaitingPayment.paymentPending': { reach: async () => returned({ ...unpaid, is_payment_pending: true }) },
  'payment.awaitingPayment.paymentNotSeen': { reach: async () => returned({ ...unpaid, is_payment_pending: false }) },
  'payment.awaitingPayment.paymentUnanswered': {
    reach: async () =>
      at('returning', {}, (a) => a.faults.set('GET /api/orders/update', { status: 503, code: 'UNAVAILABLE' })),
    afterCrash: 'payment.awaitingPayment.paymentPending',
  },
  'payment.paymentUnknown': { reach: async () => returned(null) },
  'payment.declined': { reach: async () => returned({ state: 'declined', final_payment_status: 'DECLINED' }) },
};
