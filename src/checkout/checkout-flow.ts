import { getStudent } from '../../contract/student.ts';
import { checkoutMachine } from '../../machines/checkout.machine.ts';
import type {
  OpenPaymentInput,
  ProfileOutput,
  SaveProfileInput,
  SaveProfileOutcome,
} from '../../machines/checkout.types.ts';
import { createClock } from '../../machines/clock.ts';
import { apiOf } from '../lib/api.ts';
import { missingProfileFields } from '../student/profile/profile-fields.ts';
import { saveProfile } from '../student/profile/save-profile.ts';
import { studentQueries } from '../student/student.queries.ts';
import { changeLine, compareCart } from './cart-calls.ts';
import { type Call, type CheckoutFlowParts, runCall } from './checkout-call.ts';
import { checkPayment, type PaymentPages, placeOrder } from './order-calls.ts';

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
      changeLine: runCall(parts, changeLine),
      createOrder: runCall(parts, placeOrder(pages)),
      openPayment: runCall(parts, openPayment),
      checkPayment: runCall(parts, checkPayment),
      tickClock: createClock(parts.now),
    },
  });
}

export type CheckoutFlow = ReturnType<typeof createCheckoutFlow>;
