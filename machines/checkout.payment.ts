import { checkoutSetup } from './checkout.setup.ts';
import { withOutput } from './placeholder.ts';

const state = checkoutSetup.createStateConfig;

/** The states of checkout from the payment page to the settled payment; the chart that they belong to is `checkout.machine.ts`. */
export const paymentStates = {
  redirecting: state({
    description: 'The browser leaves for the payment page.',
    tags: ['busy', 'critical'],
    on: { 'checkout.leave': {} },
    invoke: {
      id: 'openPayment',
      src: 'openPayment',
      input: ({ context }) => ({ attemptId: context.attemptId ?? '' }),
      onDone: { target: 'checkingPayment' },
      onError: { target: 'paymentNotOpened' },
    },
  }),
  paymentNotOpened: state({
    description: 'The payment page did not open, or was left by the browser’s Back.',
    tags: 'failed',
    on: { 'payment.open': { target: 'creatingOrder' }, 'payment.recheck': { target: 'checkingPayment' } },
  }),
  checkingPayment: state({
    description: 'The server asks the payment provider how the attempt ended.',
    tags: ['busy', 'critical'],
    on: { 'checkout.leave': {} },
    entry: 'forgetCheck',
    invoke: {
      id: 'checkPayment',
      src: 'checkPayment',
      input: ({ context }) => ({ attemptId: context.attemptId }),
      onDone: [
        { guard: withOutput('isRefundDue'), target: 'refundDue', actions: withOutput('storeOrder') },
        { guard: withOutput('isConfirmed'), target: 'confirmed', actions: withOutput('storeOrder') },
        { guard: withOutput('isDeclined'), target: 'declined' },
        { guard: withOutput('isUnknown'), target: 'paymentUnknown' },
        { guard: withOutput('isNotBegun'), target: 'awaitingPayment.paymentNotSeen' },
        { target: 'awaitingPayment' },
      ],
      onError: { target: 'awaitingPayment.paymentUnanswered' },
    },
  }),
  awaitingPayment: state({
    description: 'The payment is not settled: the student is told not to pay again.',
    initial: 'paymentPending',
    invoke: {
      id: 'clock',
      src: 'tickClock',
      input: ({ context }) => ({ until: context.nextCheckAt }),
      // Without a clock nothing would ask again: the student can.
      onError: { target: '.paymentUnanswered' },
    },
    on: {
      'clock.tick': [{ guard: 'isCheckDue', target: 'checkingPayment' }, { actions: 'scheduleCheck' }],
      'payment.recheck': { target: 'checkingPayment' },
    },
    states: {
      paymentPending: { description: 'The provider has not settled the payment yet.' },
      paymentNotSeen: {
        description: 'The provider knows no payment yet: the student may go back and pay the same order.',
        on: { 'payment.again': { target: '#checkout.reviewing' } },
      },
      paymentUnanswered: { description: 'The server could not be asked.', tags: 'failed' },
    },
  }),
  paymentUnknown: state({
    description: 'The student has no such payment attempt.',
    tags: 'failed',
    on: { 'payment.recheck': { target: 'checkingPayment' } },
  }),
  declined: state({
    description: 'The payment did not succeed; the cart is as it was.',
    tags: 'failed',
    on: { 'payment.again': { target: 'reviewing' } },
  }),
};
