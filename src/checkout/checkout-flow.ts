import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { getCart } from '../../contract/cart.ts';
import { createOrder, updateOrder } from '../../contract/orders.ts';
import { paths } from '../../contract/pages.ts';
import { getStudent } from '../../contract/student.ts';
import { checkoutMachine } from '../../machines/checkout.machine.ts';
import type {
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
} from '../../machines/checkout.types.ts';
import { createClock } from '../../machines/clock.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { ApiError, apiOf } from '../lib/api.ts';
import { missingProfileFields } from '../student/profile-fields.ts';
import { saveProfile } from '../student/save-profile.ts';
import { studentQueries } from '../student/student.queries.ts';
import { readOrderFailure } from './order-outcome.ts';
import { quoteChanges, quoteOf, troubleChanges } from './quote.ts';

export type CheckoutFlowParts = {
  client: QueryClient;
  studentId: string;
  now: () => number;
  /** `https://host` of this site. */
  origin: string;
  /** Leaves for the payment page. Rejects where the student came back by the browser's Back. */
  leaveFor: (url: string, signal: AbortSignal) => Promise<void>;
  /** The server knows no session any more. */
  onSignedOut: () => void;
  /** Why the last save failed; null once another begins. */
  onSaveFailure: (error: unknown) => void;
};

type Call<Input, Output> = (parts: CheckoutFlowParts, input: Input, signal: AbortSignal) => Promise<Output>;

// Not by the query: its fetch ends with the screen that watches it, and this one is the machine's.
const loadProfile: Call<undefined, ProfileOutput> = async ({ client, studentId }, _, signal) => {
  const { data } = await apiOf(client).call(getStudent, { query: { userId: studentId } }, { signal });
  const student = data.users[0] ?? null;
  client.setQueryData(studentQueries.profile(studentId).queryKey, student);
  return { missing: missingProfileFields(student ?? {}) };
};

const saveDraft: Call<SaveProfileInput, SaveProfileOutcome> = async (parts, { profile, key }, signal) => {
  const { client, studentId, onSaveFailure } = parts;
  onSaveFailure(null);
  try {
    return await saveProfile(client, { studentId, profile, key, signal });
  } catch (error) {
    onSaveFailure(error);
    throw error;
  }
};

const compareCart: Call<CompareInput, CompareOutput> = async ({ client, studentId }, { quote }, signal) => {
  const { data: cart } = await apiOf(client).call(getCart, {}, { signal });
  client.setQueryData(cartQueries.current(studentId).queryKey, cart);
  const now = quoteOf(cart);
  return { changes: [...(quote ? quoteChanges(quote, now) : []), ...troubleChanges(cart)] };
};

const checkPayment: Call<PaymentInput, PaymentOutput> = async ({ client, studentId }, { attemptId }, signal) => {
  const query = { user_id: studentId, ...(attemptId ? { attempt_id: attemptId } : {}) };
  try {
    return { update: (await apiOf(client).call(updateOrder, { query }, { signal })).data };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { update: null };
    throw error;
  }
};

/** Addresses of payment pages, by attempt: kept in memory only, since they let anybody pay. */
type PaymentPages = Map<string, string>;

const placeOrder =
  (pages: PaymentPages): Call<OrderRequest, OrderOutcome> =>
  async ({ client, studentId, origin }, { key, quote, termsVersion }, signal) => {
    const query = { id: studentId, redirect_url: `${origin}${paths.checkoutConfirmation}` };
    const body = { terms_version: termsVersion, quote };
    try {
      const placed = await apiOf(client).call(createOrder, { query, body }, { key, signal });
      pages.set(placed.attempt_id, placed.checkout_url);
      const kind = placed.data === '' ? 'completed' : 'opened';
      return { kind, orderId: placed.order_id, attemptId: placed.attempt_id };
    } catch (error) {
      return readOrderFailure(error);
    }
  };

/** Runs a call as an actor: a 401 is told to the page, and a call that nobody waits for any more says nothing. */
function runCall<Input, Output>(parts: CheckoutFlowParts, call: Call<Input, Output>) {
  return fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await call(parts, input, signal);
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => {});
      if (error instanceof ApiError && error.status === 401) parts.onSignedOut();
      throw error;
    }
  });
}

/** The checkout machine bound to the product API, the browser and the clock. */
export function createCheckoutFlow(parts: CheckoutFlowParts) {
  const pages: PaymentPages = new Map();
  const openPayment: Call<OpenPaymentInput, void> = async ({ leaveFor }, { attemptId }, signal) => {
    const page = pages.get(attemptId);
    if (!page) throw new Error('the payment session is not in memory');
    await leaveFor(page, signal);
  };
  return checkoutMachine.provide({
    actors: {
      loadProfile: runCall(parts, loadProfile),
      saveProfile: runCall(parts, saveDraft),
      compareCart: runCall(parts, compareCart),
      createOrder: runCall(parts, placeOrder(pages)),
      openPayment: runCall(parts, openPayment),
      checkPayment: runCall(parts, checkPayment),
      tickClock: createClock(parts.now),
    },
  });
}

export type CheckoutFlow = ReturnType<typeof createCheckoutFlow>;
