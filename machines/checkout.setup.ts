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
} from './checkout.types.ts';
import { clockPlaceholder } from './clock.ts';
import { promisePlaceholder } from './placeholder.ts';

const paymentPoll = 5000;
const refundStates: readonly string[] = ['refund_due', 'refunded'];
const endedStates: readonly string[] = ['declined', 'expired', 'replaced'];

/** Where checkout begins. */
export function initialContext({ input }: { input: CheckoutInput }): CheckoutContext {
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

/** What `createOrder` sends: the same for every repeat of one order. */
export function orderRequest({ context }: { context: CheckoutContext }): OrderRequest {
  const { key, quote, termsVersion } = context;
  if (!key || !quote || !termsVersion) throw new Error('an order without key, quote or accepted terms');
  return { key, quote, termsVersion };
}

/** What `changeLine` does: the same for every repeat of one change. */
export function lineChangeInput({ context }: { context: CheckoutContext }): ChangeLineInput {
  const { lineChange, lineKey, quote, changes } = context;
  return { change: lineChange, key: lineKey, quote, changes };
}

/** What checkout hands over when it ends. */
export function checkoutOutput({ context: { order } }: { context: CheckoutContext }): CheckoutOutput {
  if (!order) return { kind: 'abandoned' };
  return { kind: refundStates.includes(order.state) ? 'refundDue' : 'confirmed', order };
}

/** What the names in the chart of checkout mean. */
export const checkoutSetup = setup({
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
    // Nothing is left to be paid, or an earlier payment is under way: the server knows how it stands.
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
    // The cart knows nothing of the terms: that they changed is remembered.
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
    // Terms that have changed are to be accepted anew; the spent key would repeat the refusal.
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
});
