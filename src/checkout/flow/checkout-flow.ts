import { getStudent } from '../../../contract/student.ts';
import type {
  OpenPaymentInput,
  ProfileOutput,
  SaveProfileInput,
  SaveProfileOutcome,
} from '../../../machines/checkout.context.ts';
import { checkoutMachine } from '../../../machines/checkout.machine.ts';
import { createClock, type OnShown } from '../../../machines/clock.ts';
import { savePriceShown } from '../../cart/price-when-added.ts';
import { apiOf } from '../../lib/api.ts';
import { saveProfile } from '../../student/profile/form/save-profile.ts';
import { missingProfileFields } from '../../student/profile/profile-fields.ts';
import { studentQueries } from '../../student/student.queries.ts';
import { changeLine, compareCart } from './cart-calls.ts';
import { checkPayment, type PaymentPages, placeOrder } from './order-calls.ts';
import { type Call, type CheckoutFlowDeps, runCall } from './run-call.ts';

// Loads the profile by a direct API call instead of a query, because a query's fetch is cancelled when the screen that
// observes it unmounts.
const loadProfile: Call<undefined, ProfileOutput> = async ({ client, studentId }, _, signal) => {
  const { data } = await apiOf(client).call(getStudent, { query: { userId: studentId } }, { signal });
  const student = data.users[0] ?? null;
  client.setQueryData(studentQueries.profile(studentId).queryKey, student);
  return { missing: missingProfileFields(student ?? {}) };
};

const saveDraft: Call<SaveProfileInput, SaveProfileOutcome> = async (deps, { profile, key }, signal) => {
  const { client, studentId, onSaveFailure } = deps;
  onSaveFailure(null);
  try {
    return await saveProfile(client, { studentId, profile, key, signal });
  } catch (error) {
    onSaveFailure(error);
    throw error;
  }
};

/** Calls `work` each time the page becomes visible again, for example when the student returns to its tab. */
export const onShown: OnShown = (work) => {
  const workIfVisible = () => {
    if (document.visibilityState === 'visible') work();
  };
  document.addEventListener('visibilitychange', workIfVisible);
  return () => document.removeEventListener('visibilitychange', workIfVisible);
};

/** The checkout machine with its actors bound to the API, the browser and the clock. */
export function createCheckoutFlow(deps: CheckoutFlowDeps) {
  const paymentPages: PaymentPages = new Map();
  const openPayment: Call<OpenPaymentInput, void> = async ({ leaveFor }, { attemptId }, signal) => {
    const url = paymentPages.get(attemptId);
    if (!url) throw new Error('the payment session is not in memory');
    await leaveFor(url, signal);
  };
  return checkoutMachine.provide({
    actors: {
      loadProfile: runCall(deps, loadProfile),
      saveProfile: runCall(deps, saveDraft),
      compareCart: runCall(deps, compareCart),
      changeLine: runCall(deps, changeLine),
      createOrder: runCall(deps, placeOrder(paymentPages)),
      openPayment: runCall(deps, openPayment),
      checkPayment: runCall(deps, checkPayment),
      tickClock: createClock(deps.now, deps.onShown),
    },
    actions: {
      savePricesShown: (_, { changes }) => {
        for (const change of changes)
          if (change.kind === 'price') savePriceShown(deps.client, deps.studentId, change, change.now);
      },
    },
  });
}
