import { paymentStates } from './checkout.payment.ts';
import { checkoutOutput, checkoutSetup, initialContext, lineChangeInput, orderRequest } from './checkout.setup.ts';
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
        'changes.show': { target: 'cartChanged', actions: 'storeShown' },
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
        onDone: [
          { guard: withOutput('isToBeDecided'), target: 'cartChanged', actions: withOutput('storeComparison') },
          { target: 'askingToContinue', actions: withOutput('storeComparison') },
        ],
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
          { guard: withOutput('isToBeChecked'), target: 'checkingPayment', actions: withOutput('storeAttempt') },
          { guard: withOutput('isChanged'), target: 'cartChanged', actions: withOutput('storeChanges') },
          { target: 'orderRefused', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'orderUnanswered' },
      },
    },
    cartChanged: {
      description: 'The cart is not what the screen showed: each change is accepted, swapped or dropped.',
      tags: 'failed',
      on: {
        'changes.accept': { guard: 'canAcceptChanges', target: 'reviewing' },
        'line.change': { target: 'changingLine', actions: 'storeLineChange' },
      },
    },
    changingLine: {
      description: 'A line gets another batch or leaves the cart, and what differs then is looked up.',
      tags: 'busy',
      invoke: {
        id: 'changeLine',
        src: 'changeLine',
        input: lineChangeInput,
        onDone: { target: 'cartChanged', actions: withOutput('storeLineEnd') },
        onError: { target: 'cartChanged', actions: 'noteLineUnanswered' },
      },
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
    ...paymentStates,
    confirmed: { description: 'The order is paid and booked.', type: 'final' },
    refundDue: { description: 'The order is paid, but its seats were gone: the money goes back.', type: 'final' },
    abandoned: { description: 'The student left checkout.', type: 'final' },
  },
});
