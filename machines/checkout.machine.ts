import { checkoutOutput, checkoutSetup, initialContext, orderRequest } from './checkout.setup.ts';
import { withOutput } from './placeholder.ts';

/**
 * Checkout from the student's details to the settled payment (document 2, sections 2 and 4; design, settled 3, 5, 7, 10).
 * A snapshot holds no payment session and can be restored at any state: a repeated order carries the same key.
 */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'Confirms the student’s details, places the order, leaves for the payment and settles it.',
  initial: 'arriving',
  context: initialContext,
  output: checkoutOutput,
  on: {
    'connection.change': { actions: 'storeConnection' },
    'checkout.leave': { target: '.abandoned' },
  },
  states: {
    arriving: {
      description: 'The address says where checkout begins.',
      always: [
        { guard: 'isReturning', target: 'checkingPayment' },
        { guard: 'isOffline', target: 'waitingForConnection' },
        { guard: 'isAtReview', target: 'reviewing' },
        { target: 'loadingProfile' },
      ],
    },
    loadingProfile: {
      description: 'What the profile still lacks is looked up.',
      tags: 'busy',
      entry: 'enterInformation',
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        onDone: { target: 'confirmingInformation', actions: withOutput('storeProfile') },
        onError: [{ guard: 'isOffline', target: 'waitingForConnection' }, { target: 'profileUnavailable' }],
      },
    },
    profileUnavailable: {
      description: 'The profile could not be loaded.',
      tags: 'failed',
      on: { 'information.retry': { target: 'loadingProfile' } },
    },
    confirmingInformation: {
      description: 'The student confirms the details or opens the form.',
      on: {
        'information.edit': { target: 'editingInformation' },
        'information.proceed': { guard: 'isProfileComplete', target: 'reviewing' },
      },
    },
    editingInformation: {
      description: 'The student edits the details; what was typed outlives a failed save.',
      initial: 'editing',
      on: {
        'information.save': { target: 'savingProfile', actions: 'storeDraft' },
        'information.cancel': { target: 'confirmingInformation', actions: 'dropDraft' },
      },
      states: {
        editing: { description: 'The form is open.' },
        profileConflict: { description: 'Another student has the same e-mail or number.', tags: 'failed' },
        profileNotSaved: { description: 'The details were not saved.', tags: 'failed' },
      },
    },
    savingProfile: {
      description: 'The details are being saved.',
      tags: 'busy',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context }) => ({ profile: context.draft, key: context.draftKey }),
        onDone: [
          { guard: withOutput('isSaved'), target: 'loadingProfile', actions: 'dropDraft' },
          { target: 'editingInformation.profileConflict' },
        ],
        onError: { target: 'editingInformation.profileNotSaved' },
      },
    },
    reviewing: {
      description: 'The student reviews the order and accepts the terms.',
      entry: 'enterReview',
      on: {
        'terms.accept': { actions: 'acceptTerms' },
        'terms.withdraw': { actions: 'withdrawTerms' },
        'information.open': { target: 'loadingProfile' },
        'order.place': [
          { guard: 'canPlaceOrder', target: 'creatingOrder', actions: 'storeRequest' },
          { guard: 'hasAcceptedTerms', target: 'waitingForConnection', actions: 'storeQuote' },
        ],
      },
    },
    waitingForConnection: {
      description: 'Checkout waits until the server answers again.',
      on: { 'connection.change': { guard: 'isConnected', target: 'comparingCart', actions: 'storeConnection' } },
    },
    comparingCart: {
      description: 'What has changed meanwhile is looked up.',
      tags: 'busy',
      on: { 'connection.change': { guard: 'isCut', target: 'waitingForConnection', actions: 'storeConnection' } },
      invoke: {
        id: 'compareCart',
        src: 'compareCart',
        input: ({ context }) => ({ quote: context.quote }),
        onDone: { target: 'askingToContinue', actions: withOutput('storeComparison') },
        onError: { target: 'askingToContinue', actions: 'forgetComparison' },
      },
    },
    askingToContinue: {
      description: 'The student sees what changed and decides whether to go on.',
      on: {
        'connection.change': { guard: 'isCut', target: 'waitingForConnection', actions: 'storeConnection' },
        'checkout.continue': [{ guard: 'isAtReview', target: 'reviewing' }, { target: 'loadingProfile' }],
      },
    },
    creatingOrder: {
      description: 'The order is placed and its seats are held.',
      tags: ['busy', 'critical'],
      on: { 'checkout.leave': {} },
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: orderRequest,
        onDone: [
          { guard: withOutput('isOpened'), target: 'redirecting', actions: withOutput('storeAttempt') },
          { guard: withOutput('isCompleted'), target: 'checkingPayment', actions: withOutput('storeAttempt') },
          { guard: withOutput('isChanged'), target: 'cartChanged', actions: withOutput('storeChanges') },
          { target: 'orderRefused', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'orderUnanswered' },
      },
    },
    cartChanged: {
      description: 'The cart or its prices are not what the screen showed.',
      tags: 'failed',
      on: { 'changes.accept': { target: 'reviewing' } },
    },
    orderRefused: {
      description: 'The order was refused; the code says why.',
      tags: 'failed',
      on: { 'review.return': { target: 'reviewing' }, 'information.open': { target: 'loadingProfile' } },
    },
    orderUnanswered: {
      description: 'Nobody knows whether the order arrived; it is repeated under the same key.',
      tags: 'failed',
      on: { 'order.retry': { guard: 'isOnline', target: 'creatingOrder' } },
    },
    redirecting: {
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
    },
    paymentNotOpened: {
      description: 'The payment page did not open, or was left by the browser’s Back.',
      tags: 'failed',
      on: { 'payment.open': { target: 'creatingOrder' }, 'payment.recheck': { target: 'checkingPayment' } },
    },
    checkingPayment: {
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
          { target: 'awaitingPayment' },
        ],
        onError: { target: 'awaitingPayment.paymentUnanswered' },
      },
    },
    awaitingPayment: {
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
        paymentUnanswered: { description: 'The server could not be asked.', tags: 'failed' },
      },
    },
    paymentUnknown: {
      description: 'The student has no such payment attempt.',
      tags: 'failed',
      on: { 'payment.recheck': { target: 'checkingPayment' } },
    },
    declined: {
      description: 'The payment did not succeed; the cart is as it was.',
      tags: 'failed',
      on: { 'payment.again': { target: 'reviewing' } },
    },
    confirmed: { description: 'The order is paid and booked.', type: 'final' },
    refundDue: { description: 'The order is paid, but its seats were gone: the money goes back.', type: 'final' },
    abandoned: { description: 'The student left checkout.', type: 'final' },
  },
});
