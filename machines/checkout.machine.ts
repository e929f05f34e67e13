import { assertEvent, assign, setup } from 'xstate';
import type {
  ChangeLineInput,
  ChangeLineOutput,
  CheckoutContext,
  CheckoutInput,
  CheckoutOutput,
  CompareInput,
  CompareOutput,
  OpenPaymentInput,
  OrderOutcome,
  OrderRequest,
  PaymentInput,
  PaymentOutput,
  ProfileOutput,
  SaveProfileInput,
  SaveProfileOutcome,
} from './checkout.context.ts';
import {
  attemptOf,
  changesOf,
  checkoutGuards,
  checkoutOutput,
  clashesOf,
  compareReview,
  confirmedOrder,
  emptyReview,
  type HandledEvent,
  lineChangeInput,
  lineEndOf,
  orderRequest,
  paymentPoll,
  postponedCheck,
  refusalOf,
  startContext,
} from './checkout-rules.ts';
import { clockPlaceholder } from './clock.ts';
import { lineNames, type QuoteChange } from './order-quote.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/**
 * Checkout from the student's details to the settled payment (docs/product.md#checkout). Its snapshot is saved on the
 * device and can be restored in any state: idempotency keys are in context, so a repeated call has no second effect.
 * Payment sessions are not in context, because anyone who has one can pay with it.
 */
export const checkoutMachine = setup({
  types: {} as {
    context: CheckoutContext;
    events: HandledEvent;
    input: CheckoutInput;
    output: CheckoutOutput;
    tags: 'busy' | 'failed' | 'critical';
  },
  actors: {
    loadProfile: promisePlaceholder<ProfileOutput>(),
    saveProfile: promisePlaceholder<SaveProfileOutcome, SaveProfileInput>(),
    changeLine: promisePlaceholder<ChangeLineOutput, ChangeLineInput>(),
    compareCart: promisePlaceholder<CompareOutput, CompareInput>(),
    createOrder: promisePlaceholder<OrderOutcome, OrderRequest>(),
    openPayment: promisePlaceholder<void, OpenPaymentInput>(),
    checkPayment: promisePlaceholder<PaymentOutput, PaymentInput>(),
    tickClock: clockPlaceholder,
  },
  guards: checkoutGuards,
  actions: {
    /** Saves that the student has seen the changed prices. `src/checkout/flow/checkout-flow.ts` provides the action. */
    savePricesShown: (_, __: { changes: QuoteChange[] }) => {},
    startAgain: assign(({ context, event }) => {
      assertEvent(event, 'screen.requested');
      return startContext(event, context.isOnline);
    }),
    storeConnection: assign(({ event }) => {
      assertEvent(event, 'connection.change');
      return { isOnline: event.isOnline };
    }),
    forgetMissing: assign({ missing: null }),
    storeProfile: assign((_, { missing }: ProfileOutput) => ({ missing })),
    storeDraft: assign(({ event }) => {
      assertEvent(event, 'information.save');
      return { draft: event.profile, draftKey: event.key };
    }),
    dropDraft: assign({ draft: {}, draftKey: '' }),
    enterReview: assign(emptyReview),
    acceptTerms: assign(({ event }) => {
      assertEvent(event, 'terms.accept');
      return { termsVersion: event.termsVersion };
    }),
    withdrawTerms: assign({ termsVersion: null }),
    storeRequest: assign(({ event }) => {
      assertEvent(event, 'order.place');
      return { key: event.key, quote: event.quote };
    }),
    storeQuote: assign(({ event }) => {
      assertEvent(event, 'order.place');
      return { quote: event.quote };
    }),
    storeCartChanges: assign(({ context, event }) => {
      assertEvent(event, 'cart.updated');
      return compareReview(context, event);
    }),
    storeUnchangedCart: assign(({ context, event }) => {
      assertEvent(event, 'cart.updated');
      return { lineNames: lineNames(event.cart), seenBefore: event.isFresh ? null : context.seenBefore };
    }),
    forgetCarts: assign({ lineNames: [], seenBefore: null }),
    storeLineChange: assign(({ event }) => {
      assertEvent(event, 'line.change');
      return { lineChange: event.change, lineKey: event.key, lineFailure: null };
    }),
    storeLineEnd: assign(({ context }, output: ChangeLineOutput) => lineEndOf(context, output)),
    noteLineUnanswered: assign({ lineFailure: { errorCode: 'NO_RESPONSE', message: null } }),
    storeComparison: assign((_, { changes }: CompareOutput) => ({ changes })),
    forgetComparison: assign({ changes: null }),
    storeAttempt: assign((_, outcome: OrderOutcome) => attemptOf(outcome)),
    storeChanges: assign(({ context }, outcome: OrderOutcome) => changesOf(context, outcome)),
    storeClashes: assign((_, outcome: OrderOutcome) => clashesOf(outcome)),
    confirmClashes: assign(confirmedOrder),
    storeRefusal: assign((_, outcome: OrderOutcome) => refusalOf(outcome)),
    storeContactMethod: assign(({ event }) => {
      assertEvent(event, 'contact.choose');
      return { contactMethod: event.method };
    }),
    storeOrder: assign((_, { update }: PaymentOutput) => ({ order: update?.order ?? null })),
    forgetCheck: assign({ nextCheckAt: null }),
    postponeCheck: assign(({ event }) => postponedCheck(event)),
    scheduleCheck: assign(({ context, event }) => {
      assertEvent(event, 'clock.tick');
      return { nextCheckAt: context.nextCheckAt ?? event.now + paymentPoll };
    }),
  },
}).createMachine({
  id: 'checkout',
  description: 'Confirms the student’s details, places the order, leaves for the payment and settles it.',
  initial: 'arriving',
  context: ({ input }) => startContext(input, input.isOnline),
  output: checkoutOutput,
  on: {
    'connection.change': { actions: 'storeConnection' },
    'checkout.leave': { target: '.abandoned' },
  },
  states: {
    arriving: {
      description: 'Chooses the first step from the address and the connection.',
      always: [
        { guard: 'isConfirmationRequested', target: 'payment' },
        { guard: 'isReviewRequestedOffline', target: 'review.waitingAtReview' },
        { guard: 'isReviewRequested', target: 'review' },
        { guard: 'isOffline', target: 'information.waitingAtInformation' },
        { guard: 'isStartRequested', target: 'starting' },
        { target: 'information' },
      ],
    },
    starting: {
      description: 'Loads the profile: if nothing is missing, the student need not confirm it and comes to the review.',
      tags: 'busy',
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        onDone: [
          { guard: withOutput('isNothingMissing'), target: 'review', actions: withOutput('storeProfile') },
          { target: 'information.confirmingInformation', actions: withOutput('storeProfile') },
        ],
        onError: [
          { guard: 'isOffline', target: 'information.waitingAtInformation' },
          { target: 'information.profileUnavailable' },
        ],
      },
    },
    information: {
      description: 'The screen of the student’s details.',
      initial: 'loadingProfile',
      on: {
        'screen.requested': { guard: 'isConfirmationRequested', target: 'arriving', actions: 'startAgain' },
      },
      states: {
        loadingProfile: {
          description: 'Loads the profile and finds missing details.',
          tags: 'busy',
          entry: 'forgetComparison',
          invoke: {
            id: 'loadProfile',
            src: 'loadProfile',
            onDone: { target: 'confirmingInformation', actions: withOutput('storeProfile') },
            onError: [{ guard: 'isOffline', target: 'waitingAtInformation' }, { target: 'profileUnavailable' }],
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
            'information.proceed': { guard: 'isProfileComplete', target: '#checkout.review' },
            'screen.requested': { guard: 'canReview', target: '#checkout.review' },
          },
        },
        editingInformation: {
          description: 'The student edits the details; a failed save does not lose them.',
          initial: 'editing',
          on: {
            'information.save': { target: 'savingProfile', actions: 'storeDraft' },
            'information.cancel': { target: 'loadingProfile', actions: 'dropDraft' },
          },
          states: {
            editing: { description: 'The form is open.' },
            profileConflict: { description: 'Another student has the same email or number.', tags: 'failed' },
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
              { guard: withOutput('isSaved'), target: 'loadingProfile', actions: ['dropDraft', 'forgetMissing'] },
              { target: 'editingInformation.profileConflict' },
            ],
            onError: { target: 'editingInformation.profileNotSaved' },
          },
        },
        waitingAtInformation: {
          description: 'Waits at the details until the server can be reached again.',
          on: {
            'connection.change': { guard: 'isConnected', target: 'comparingAtInformation', actions: 'storeConnection' },
          },
        },
        comparingAtInformation: {
          description: 'Loads the cart and compares it with what the student saw, at the details.',
          tags: 'busy',
          on: {
            'connection.change': { guard: 'isCut', target: 'waitingAtInformation', actions: 'storeConnection' },
          },
          invoke: {
            id: 'compareCart',
            src: 'compareCart',
            input: ({ context }) => ({ quote: context.quote }),
            onDone: { target: 'askingAtInformation', actions: withOutput('storeComparison') },
            onError: { target: 'askingAtInformation', actions: 'forgetComparison' },
          },
        },
        askingAtInformation: {
          description: 'The student sees what changed and decides whether to go on at the details.',
          on: {
            'connection.change': { guard: 'isCut', target: 'waitingAtInformation', actions: 'storeConnection' },
            'checkout.continue': { target: 'loadingProfile' },
          },
        },
      },
    },
    review: {
      description: 'The screen of the order, until the browser leaves for the payment page.',
      initial: 'reviewing',
      on: {
        'screen.requested': [
          { guard: 'isInformationRequested', target: 'arriving', actions: 'startAgain' },
          { guard: 'isConfirmationRequested', target: 'arriving', actions: 'startAgain' },
        ],
      },
      states: {
        reviewing: {
          description: 'The student reviews the order and accepts the terms.',
          entry: 'enterReview',
          on: {
            'terms.accept': { actions: 'acceptTerms' },
            'terms.withdraw': { actions: 'withdrawTerms' },
            'screen.requested': {
              guard: 'isInformationRequested',
              target: '#checkout.information',
              actions: 'forgetCarts',
            },
            'cart.updated': [
              { guard: 'isCartChanged', target: 'cartChanged', actions: ['storeCartChanges', 'forgetCarts'] },
              { actions: 'storeUnchangedCart' },
            ],
            'order.place': [
              { guard: 'canPlaceOrder', target: 'creatingOrder', actions: ['storeRequest', 'forgetCarts'] },
              { guard: 'hasAcceptedTerms', target: 'waitingAtReview', actions: ['storeQuote', 'forgetCarts'] },
            ],
          },
        },
        waitingAtReview: {
          description: 'Waits at the review until the server can be reached again.',
          on: {
            'connection.change': { guard: 'isConnected', target: 'comparingAtReview', actions: 'storeConnection' },
          },
        },
        comparingAtReview: {
          description: 'Loads the cart and compares it with what the student saw, at the review.',
          tags: 'busy',
          on: {
            'connection.change': { guard: 'isCut', target: 'waitingAtReview', actions: 'storeConnection' },
          },
          invoke: {
            id: 'compareCart',
            src: 'compareCart',
            input: ({ context }) => ({ quote: context.quote }),
            onDone: [
              { guard: withOutput('hasChanges'), target: 'cartChanged', actions: withOutput('storeComparison') },
              { target: 'askingAtReview', actions: withOutput('storeComparison') },
            ],
            onError: { target: 'askingAtReview', actions: 'forgetComparison' },
          },
        },
        askingAtReview: {
          description: 'The student sees what changed and decides whether to go on at the review.',
          on: {
            'connection.change': { guard: 'isCut', target: 'waitingAtReview', actions: 'storeConnection' },
            'checkout.continue': { target: 'reviewing' },
          },
        },
        creatingOrder: {
          description: 'The order is placed and its seats are held.',
          tags: ['busy', 'critical'],
          on: { 'checkout.leave': {}, 'screen.requested': {} },
          invoke: {
            id: 'createOrder',
            src: 'createOrder',
            input: orderRequest,
            onDone: [
              { guard: withOutput('isOpened'), target: 'redirecting', actions: withOutput('storeAttempt') },
              { guard: withOutput('isToBeChecked'), target: '#checkout.payment', actions: withOutput('storeAttempt') },
              { guard: withOutput('isChanged'), target: 'cartChanged', actions: withOutput('storeChanges') },
              { guard: withOutput('isClashing'), target: 'confirmingClashes', actions: withOutput('storeClashes') },
              { guard: withOutput('isContactNeeded'), target: 'choosingContact' },
              { target: 'orderRefused', actions: withOutput('storeRefusal') },
            ],
            onError: { target: 'orderUnanswered' },
          },
        },
        cartChanged: {
          description: 'The cart differs from what the student saw; they accept, swap or remove each change.',
          tags: 'failed',
          entry: { type: 'savePricesShown', params: ({ context }) => ({ changes: context.changes ?? [] }) },
          on: {
            'changes.accept': { guard: 'canAcceptChanges', target: 'reviewing' },
            'line.change': { target: 'changingLine', actions: 'storeLineChange' },
          },
        },
        changingLine: {
          description: 'Swaps or removes a line, then compares the cart again.',
          tags: 'busy',
          invoke: {
            id: 'changeLine',
            src: 'changeLine',
            input: lineChangeInput,
            onDone: { target: 'cartChanged', actions: withOutput('storeLineEnd') },
            onError: { target: 'cartChanged', actions: 'noteLineUnanswered' },
          },
        },
        confirmingClashes: {
          description: 'Some dates of the order clash with each other or with booked ones; the student confirms them.',
          tags: 'failed',
          on: {
            'clashes.confirm': { guard: 'isOnline', target: 'creatingOrder', actions: 'confirmClashes' },
            'review.return': { target: 'reviewing' },
            'screen.requested': { guard: 'isInformationRequested', target: '#checkout.information' },
          },
        },
        orderRefused: {
          description: 'The order was refused; the code says why.',
          tags: 'failed',
          on: {
            'review.return': { target: 'reviewing' },
            'information.open': { target: '#checkout.information' },
            'screen.requested': { guard: 'isInformationRequested', target: '#checkout.information' },
          },
        },
        choosingContact: {
          description: 'The order needs a verified contact; the student chooses where to receive a code.',
          on: {
            'contact.choose': { guard: 'isOnline', target: 'verifyingContact', actions: 'storeContactMethod' },
            'review.return': { target: 'reviewing' },
            'screen.requested': { guard: 'isInformationRequested', target: '#checkout.information' },
          },
        },
        verifyingContact: {
          description: 'The page’s one-time-code machine verifies the contact; then the order is sent with its key.',
          on: {
            'contact.verified': { target: 'creatingOrder' },
            'contact.back': { target: 'choosingContact' },
            'screen.requested': { guard: 'isInformationRequested', target: '#checkout.information' },
          },
        },
        orderUnanswered: {
          description: 'No response, so the order may have arrived; a retry uses the same key.',
          tags: 'failed',
          on: {
            'order.retry': { guard: 'isOnline', target: 'creatingOrder' },
            // Ignore a request for the information step. That step would forget the order, and without a connection it
            // would say that nothing was ordered.
            'screen.requested': { guard: 'isInformationRequested' },
          },
        },
        redirecting: {
          description: 'The browser leaves for the payment page.',
          tags: ['busy', 'critical'],
          on: { 'checkout.leave': {}, 'screen.requested': {} },
          invoke: {
            id: 'openPayment',
            src: 'openPayment',
            input: ({ context }) => ({ attemptId: context.attemptId ?? '' }),
            onDone: { target: '#checkout.payment' },
            onError: { target: 'paymentNotOpened' },
          },
        },
        paymentNotOpened: {
          description: 'The payment page did not open, or the student came back with the Back button.',
          tags: 'failed',
          on: {
            // Once the hold is over, the payment session cannot be opened any more, so check the payment.
            'payment.open': [{ guard: 'isHoldOver', target: '#checkout.payment' }, { target: 'creatingOrder' }],
            'payment.recheck': { target: '#checkout.payment' },
          },
        },
      },
    },
    payment: {
      description: 'The screen of the payment’s status.',
      initial: 'checkingPayment',
      on: {
        'screen.requested': [
          { guard: 'isInformationRequested', target: 'arriving', actions: 'startAgain' },
          { guard: 'isOtherPaymentRequested', target: 'arriving', actions: 'startAgain' },
        ],
      },
      states: {
        checkingPayment: {
          description: 'The server asks the payment provider how the attempt ended.',
          tags: ['busy', 'critical'],
          on: { 'checkout.leave': {}, 'screen.requested': {} },
          entry: 'forgetCheck',
          invoke: {
            id: 'checkPayment',
            src: 'checkPayment',
            input: ({ context }) => ({ attemptId: context.attemptId }),
            onDone: [
              { guard: withOutput('isRefundDue'), target: '#checkout.refundDue', actions: withOutput('storeOrder') },
              { guard: withOutput('isConfirmed'), target: '#checkout.confirmed', actions: withOutput('storeOrder') },
              { guard: withOutput('isDeclined'), target: 'declined' },
              { guard: withOutput('isUnknown'), target: 'paymentUnknown' },
              { guard: withOutput('isNotBegun'), target: 'awaitingPayment.paymentNotSeen' },
              { target: 'awaitingPayment' },
            ],
            onError: { target: 'awaitingPayment.paymentUnanswered', actions: 'postponeCheck' },
          },
        },
        awaitingPayment: {
          description: 'The payment is not settled; the page warns the student not to pay again.',
          initial: 'paymentPending',
          invoke: {
            id: 'clock',
            src: 'tickClock',
            input: ({ context }) => ({ until: context.nextCheckAt }),
            // If the timer of the automatic payment checks fails, the student can still start a check.
            onError: { target: '.paymentUnanswered' },
          },
          on: {
            'clock.tick': [{ guard: 'isCheckDue', target: 'checkingPayment' }, { actions: 'scheduleCheck' }],
            'payment.recheck': { target: 'checkingPayment' },
          },
          states: {
            paymentPending: { description: 'The provider has not settled the payment yet.' },
            paymentNotSeen: {
              description: 'The provider has no payment yet; the student may go back and pay the same order.',
              on: {
                'payment.again': { target: '#checkout.review' },
                'screen.requested': { guard: 'isReviewRequested', target: '#checkout.review' },
              },
            },
            paymentUnanswered: { description: 'The check got no answer; the student may check again.', tags: 'failed' },
          },
        },
        paymentUnknown: {
          description: 'The student has no such payment attempt.',
          tags: 'failed',
          on: { 'payment.recheck': { target: 'checkingPayment' } },
        },
        declined: {
          description: 'The payment did not succeed; the cart is unchanged.',
          tags: 'failed',
          on: {
            'payment.again': { target: '#checkout.review' },
            'screen.requested': { guard: 'isReviewRequested', target: '#checkout.review' },
          },
        },
      },
    },
    confirmed: { description: 'The order is paid and booked.', type: 'final' },
    refundDue: { description: 'The order is paid but cannot be fulfilled, so it is refunded.', type: 'final' },
    abandoned: { description: 'The student left checkout.', type: 'final' },
  },
});
