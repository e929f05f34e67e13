import { assign, setup } from 'xstate';
import type {
  ChangeLineInput,
  ChangeLineOutput,
  CheckoutContext,
  CheckoutEvent,
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
import { clockPlaceholder } from './clock.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

const paymentPoll = 5000;
const refundStates: readonly string[] = ['refund_due', 'refunded'];
const endedStates: readonly string[] = ['declined', 'expired', 'replaced'];

function initialContext({ input }: { input: CheckoutInput }): CheckoutContext {
  return {
    stage: input.at,
    isOnline: input.isOnline,
    missing: null,
    draft: {},
    draftKey: '',
    termsVersion: null,
    quote: input.quote ?? null,
    key: null,
    changes: null,
    lineChange: null,
    lineKey: '',
    lineFailure: null,
    refusal: null,
    orderId: null,
    attemptId: input.attemptId ?? null,
    nextCheckAt: null,
    order: null,
  };
}

/** Input of `createOrder`. A retry sends the same key, quote and terms. */
function orderRequest({ context }: { context: CheckoutContext }): OrderRequest {
  const { key, quote, termsVersion } = context;
  if (!key || !quote || !termsVersion) throw new Error('an order without key, quote or accepted terms');
  return { key, quote, termsVersion };
}

/** Input of `changeLine`. A retry sends the same key. */
function lineChangeInput({ context }: { context: CheckoutContext }): ChangeLineInput {
  const { lineChange, lineKey, quote, changes } = context;
  return { change: lineChange, key: lineKey, quote, changes };
}

function checkoutOutput({ context: { order } }: { context: CheckoutContext }): CheckoutOutput {
  if (!order) return { kind: 'abandoned' };
  return { kind: refundStates.includes(order.state) ? 'refundDue' : 'confirmed', order };
}

/**
 * Checkout from the student's details to the settled payment (docs/product.md#checkout).
 * Its snapshot is saved on the device and can be restored in any state: idempotency keys are in context, so a repeated call
 * has no second effect. Payment sessions are not in context, because anyone who has one can pay with it.
 */
export const checkoutMachine = setup({
  types: {} as {
    context: CheckoutContext;
    events: CheckoutEvent;
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
  guards: {
    isReturning: ({ context }) => context.stage === 'returning',
    isAtReview: ({ context }) => context.stage === 'review',
    isOnline: ({ context }) => context.isOnline,
    isOffline: ({ context }) => !context.isOnline,
    isConnected: ({ event }) => event.type === 'connection.change' && event.isOnline,
    isCut: ({ event }) => event.type === 'connection.change' && !event.isOnline,
    isProfileComplete: ({ context }) => context.missing?.length === 0,
    isSaved: (_, outcome: SaveProfileOutcome) => outcome.kind === 'saved',
    hasAcceptedTerms: ({ context }) => context.termsVersion !== null,
    canPlaceOrder: ({ context }) => context.termsVersion !== null && context.isOnline,
    isOpened: (_, outcome: OrderOutcome) => outcome.kind === 'opened',
    // There is nothing to pay, or an earlier payment is not settled: ask the server for its status.
    isToBeChecked: (_, outcome: OrderOutcome) => outcome.kind === 'completed' || outcome.kind === 'pending',
    isChanged: (_, outcome: OrderOutcome) => outcome.kind === 'changed',
    canAcceptChanges: ({ context }) => !context.changes?.some(({ kind }) => kind === 'unavailable'),
    isToBeDecided: ({ context }, { changes }: CompareOutput) => context.stage === 'review' && changes.length > 0,
    isRefundDue: (_, { update }: PaymentOutput) => update !== null && refundStates.includes(update.state),
    isConfirmed: (_, { update }: PaymentOutput) => update?.final_payment_status === 'APPROVED',
    isDeclined: (_, { update }: PaymentOutput) =>
      update !== null && (update.final_payment_status === 'DECLINED' || endedStates.includes(update.state)),
    isNotBegun: (_, { update }: PaymentOutput) => update?.order.is_payment_pending === false,
    isUnknown: (_, { update }: PaymentOutput) => update === null,
    isCheckDue: ({ context, event }) =>
      event.type === 'clock.tick' &&
      context.isOnline &&
      context.nextCheckAt !== null &&
      event.now >= context.nextCheckAt,
  },
  actions: {
    storeConnection: assign(({ event }) => (event.type === 'connection.change' ? { isOnline: event.isOnline } : {})),
    enterInformation: assign({ stage: 'information', missing: null, changes: null }),
    storeProfile: assign((_, { missing }: ProfileOutput) => ({ missing })),
    storeDraft: assign(({ event }) =>
      event.type === 'information.save' ? { draft: event.profile, draftKey: event.key } : {},
    ),
    dropDraft: assign({ draft: {}, draftKey: '' }),
    enterReview: assign({
      ...{ stage: 'review', key: null, refusal: null, orderId: null, attemptId: null },
      ...{ changes: null, lineChange: null, lineKey: '', lineFailure: null },
    }),
    acceptTerms: assign(({ event }) => (event.type === 'terms.accept' ? { termsVersion: event.termsVersion } : {})),
    withdrawTerms: assign({ termsVersion: null }),
    storeRequest: assign(({ event }) => (event.type === 'order.place' ? { key: event.key, quote: event.quote } : {})),
    storeQuote: assign(({ event }) => (event.type === 'order.place' ? { quote: event.quote } : {})),
    storeShown: assign(({ event }) =>
      event.type === 'changes.show' ? { quote: event.quote, changes: event.changes } : {},
    ),
    storeLineChange: assign(({ event }) =>
      event.type === 'line.change' ? { lineChange: event.change, lineKey: event.key, lineFailure: null } : {},
    ),
    // The cart has no terms version, so a change of the terms is carried over.
    storeLineEnd: assign(({ context }, { changes, failure }: ChangeLineOutput) => ({
      changes: [...changes, ...(context.changes ?? []).filter(({ kind }) => kind === 'terms')],
      lineFailure: failure,
    })),
    noteLineUnanswered: assign({ lineFailure: { errorCode: 'NO_RESPONSE', message: null } }),
    storeComparison: assign((_, { changes }: CompareOutput) => ({ changes })),
    forgetComparison: assign({ changes: null }),
    storeAttempt: assign((_, outcome: OrderOutcome) =>
      'attemptId' in outcome ? { orderId: outcome.orderId, attemptId: outcome.attemptId } : {},
    ),
    // Changed terms must be accepted again. The key is dropped, because reusing it would return the stored refusal.
    storeChanges: assign(({ context }, outcome: OrderOutcome) => {
      const changes = outcome.kind === 'changed' ? outcome.changes : [];
      const hasNewTerms = changes.some(({ kind }) => kind === 'terms');
      return { changes, key: null, termsVersion: hasNewTerms ? null : context.termsVersion };
    }),
    storeRefusal: assign((_, outcome: OrderOutcome) => ({
      refusal: outcome.kind === 'refused' ? outcome.refusal : null,
      key: null,
    })),
    storeOrder: assign((_, { update }: PaymentOutput) => ({ order: update?.order ?? null })),
    forgetCheck: assign({ nextCheckAt: null }),
    scheduleCheck: assign(({ context, event }) =>
      event.type === 'clock.tick' ? { nextCheckAt: context.nextCheckAt ?? event.now + paymentPoll } : {},
    ),
  },
}).createMachine({
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
      description: 'Chooses the first step from the address and the connection.',
      always: [
        { guard: 'isReturning', target: 'checkingPayment' },
        { guard: 'isOffline', target: 'waitingForConnection' },
        { guard: 'isAtReview', target: 'reviewing' },
        { target: 'loadingProfile' },
      ],
    },
    loadingProfile: {
      description: 'Loads the profile and finds missing details.',
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
      description: 'The student edits the details; a failed save does not lose them.',
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
      description: 'Waits until the server can be reached again.',
      on: { 'connection.change': { guard: 'isConnected', target: 'comparingCart', actions: 'storeConnection' } },
    },
    comparingCart: {
      description: 'Loads the cart and compares it with what the student saw.',
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
      description: 'The cart differs from what the student saw; they accept, swap or remove each change.',
      tags: 'failed',
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
    orderRefused: {
      description: 'The order was refused; the code says why.',
      tags: 'failed',
      on: { 'review.return': { target: 'reviewing' }, 'information.open': { target: 'loadingProfile' } },
    },
    orderUnanswered: {
      description: 'No response, so the order may have arrived; a retry uses the same key.',
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
      description: 'The payment page did not open, or the student came back with the Back button.',
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
          { guard: withOutput('isNotBegun'), target: 'awaitingPayment.paymentNotSeen' },
          { target: 'awaitingPayment' },
        ],
        onError: { target: 'awaitingPayment.paymentUnanswered' },
      },
    },
    awaitingPayment: {
      description: 'The payment is not settled; the page warns the student not to pay again.',
      initial: 'paymentPending',
      invoke: {
        id: 'clock',
        src: 'tickClock',
        input: ({ context }) => ({ until: context.nextCheckAt }),
        // If the clock fails, nothing polls any more, but the student can still recheck.
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
          on: { 'payment.again': { target: '#checkout.reviewing' } },
        },
        paymentUnanswered: { description: 'The server could not be reached.', tags: 'failed' },
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
      on: { 'payment.again': { target: 'reviewing' } },
    },
    confirmed: { description: 'The order is paid and booked.', type: 'final' },
    refundDue: { description: 'The order is paid but no seats were left, so it is refunded.', type: 'final' },
    abandoned: { description: 'The student left checkout.', type: 'final' },
  },
});
