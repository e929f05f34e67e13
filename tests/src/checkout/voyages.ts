import type { CheckoutEvent, CheckoutStage } from '../../../machines/checkout.types.ts';
import { quoteOf } from '../../../src/checkout/quote.ts';
import { CheckoutPage, type Leave } from './checkout-page.ts';
import { FakeAcademy } from './fake-academy.ts';
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
const dearer = cart({ items: [line({ price: { main: 6000 } })], totals: { subtotal: 6000, discount: 0, total: 6000 } });
const create = 'POST /api/orders/create';
const profileCall = `PUT /api/users/student/${studentId}`;

function at(
  stage: CheckoutStage,
  more: ConstructorParameters<typeof CheckoutPage>[2] = {},
  prepare?: (a: FakeAcademy) => void,
) {
  const academy = new FakeAcademy();
  prepare?.(academy);
  return new CheckoutPage(academy, stage, more);
}

async function editing(prepare?: (academy: FakeAcademy) => void): Promise<CheckoutPage> {
  const page = await at('information', {}, prepare).comesTo('confirmingInformation');
  page.send({ type: 'information.edit' });
  return page;
}

async function placed(prepare?: (academy: FakeAcademy) => void, leave: Leave = 'leaves'): Promise<CheckoutPage> {
  const page = at('review', { leave }, prepare);
  page.send(accept, place);
  return page;
}

const changed = (academy: FakeAcademy) => {
  academy.cart = dearer;
  academy.mishaps.set(create, { status: 409, code: 'CART_CHANGED' });
};
const returned = (payment: FakeAcademy['payment']) =>
  at('returning', {}, (academy) => {
    academy.payment = payment;
  });
const unpaid = { state: 'awaiting_payment', final_payment_status: 'PROCESSING' } as const;

export type Voyage = {
  /** Leads to the state. */
  reach: () => Promise<CheckoutPage>;
  /** Where the student is after a crash; the state itself unless told. */
  afterCrash?: string;
  /** Where the student is while the connection is gone; the state itself unless told. */
  offline?: string;
  /** Where the student is once it is back; where they were while it was gone unless told. */
  online?: string;
};

export const voyages: Record<string, Voyage> = {
  loadingProfile: {
    reach: async () => at('information', {}, (a) => a.mishaps.set('GET /api/users/student', 'hangs')),
    afterCrash: 'confirmingInformation',
    offline: 'waitingForConnection',
    online: 'askingToContinue',
  },
  profileUnavailable: {
    reach: async () =>
      at('information', {}, (a) => a.mishaps.set('GET /api/users/student', { status: 500, code: 'X' })),
  },
  confirmingInformation: { reach: async () => at('information') },
  'editingInformation.editing': { reach: () => editing() },
  'editingInformation.profileConflict': {
    reach: async () => {
      const page = await editing((a) => a.mishaps.set(profileCall, { status: 409, code: 'USER_EXISTS' }));
      page.send(save);
      return page;
    },
  },
  'editingInformation.profileNotSaved': {
    reach: async () => {
      const page = await editing((a) => a.mishaps.set(profileCall, 'loses its answer'));
      page.send(save);
      return page;
    },
  },
  savingProfile: {
    reach: async () => {
      const page = await editing((a) => a.mishaps.set(profileCall, 'hangs'));
      page.send(save);
      return page;
    },
    afterCrash: 'confirmingInformation',
    offline: 'editingInformation.profileNotSaved',
  },
  reviewing: {
    reach: async () => {
      const page = at('review');
      page.send(accept);
      return page;
    },
  },
  waitingForConnection: {
    reach: async () => at('review', { isOnline: false }),
    afterCrash: 'askingToContinue',
    online: 'askingToContinue',
  },
  comparingCart: {
    reach: async () => {
      const page = at('review', { isOnline: false }, (a) => a.mishaps.set('GET /api/cart', 'hangs'));
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    afterCrash: 'askingToContinue',
    offline: 'waitingForConnection',
    online: 'askingToContinue',
  },
  askingToContinue: {
    reach: async () => {
      const page = at('review', { isOnline: false });
      page.send({ type: 'connection.change', isOnline: true });
      return page;
    },
    offline: 'waitingForConnection',
    online: 'askingToContinue',
  },
  creatingOrder: {
    reach: () => placed((a) => a.mishaps.set(create, 'hangs')),
    afterCrash: 'redirecting',
    offline: 'orderUnanswered',
  },
  cartChanged: { reach: () => placed(changed) },
  changingLine: {
    reach: async () => {
      const page = await (await placed(changed)).comesTo('cartChanged');
      page.academy.mishaps.set('PUT /api/cart/batch', 'hangs');
      page.send(swap);
      return page;
    },
    afterCrash: 'cartChanged',
    offline: 'cartChanged',
  },
  orderRefused: { reach: () => placed((a) => a.mishaps.set(create, { status: 409, code: 'BOOKING_CLOSED' })) },
  orderUnanswered: { reach: () => placed((a) => a.mishaps.set(create, 'loses its answer')) },
  redirecting: { reach: () => placed(), afterCrash: 'paymentNotOpened' },
  paymentNotOpened: { reach: () => placed(undefined, 'stays') },
  checkingPayment: {
    reach: async () => at('returning', {}, (a) => a.mishaps.set('GET /api/orders/update', 'hangs')),
    afterCrash: 'awaitingPayment.paymentPending',
    offline: 'awaitingPayment.paymentUnanswered',
  },
  'awaitingPayment.paymentPending': { reach: async () => returned({ ...unpaid, is_payment_pending: true }) },
  'awaitingPayment.paymentNotSeen': { reach: async () => returned({ ...unpaid, is_payment_pending: false }) },
  'awaitingPayment.paymentUnanswered': {
    reach: async () => at('returning', {}, (a) => a.mishaps.set('GET /api/orders/update', { status: 503, code: 'X' })),
    afterCrash: 'awaitingPayment.paymentPending',
  },
  paymentUnknown: { reach: async () => returned(null) },
  declined: { reach: async () => returned({ state: 'declined', final_payment_status: 'DECLINED' }) },
};
