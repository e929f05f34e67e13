import { useEffect, useState } from 'react';
import type { Snapshot } from 'xstate';
import * as z from 'zod';
import { type Quote, quoteSchema } from '../../../contract/orders.ts';
import { type CheckoutStage, checkoutVersion } from '../../../machines/checkout.context.ts';
import { deviceStore } from '../../offline/saved/device-store.ts';
import type { StateNameWithin } from '../checkout-screen.ts';
import { checkoutName } from './checkout-name.ts';
import { upgradeRecord } from './upgrade-record.ts';

/**
 * Id of the checkout machine. It is repeated here so that pages that only look for a snapshot do not load the machine.
 */
export const machineId = 'checkout';

/** The schema of a stored checkout. In the stored record, the field `savedAt` is named `keptAt`. */
const recordSchema = z.preprocess(
  upgradeRecord,
  z
    .object({
      machine: z.literal(machineId),
      version: z.literal(checkoutVersion),
      stage: z.enum(['information', 'review', 'returning']),
      state: z.looseObject({
        status: z.literal('active'),
        value: z.record(z.string(), z.unknown()),
        context: z.looseObject({}),
        children: z.record(z.string(), z.unknown()).catch({}),
      }),
      seen: quoteSchema.nullable().catch(null),
      keptAt: z.number().catch(0),
    })
    .transform(({ keptAt, ...record }) => ({ ...record, savedAt: keptAt })),
);

/**
 * The progress of a checkout. `state`: the persisted snapshot of the machine. `seen`: the order as the screen showed it
 * last; null if it showed none. `savedAt`: when the progress was saved (ms since the epoch).
 */
export type CheckoutProgress = { stage: CheckoutStage; state: object; seen: Quote | null; savedAt: number };
type CheckoutRecord = Omit<CheckoutProgress, 'savedAt'> & { machine: string; version: number; keptAt: number };

/** The progress of checkout as the device stores it. */
export function checkoutRecord({ savedAt, ...progress }: CheckoutProgress): CheckoutRecord {
  return { machine: machineId, version: checkoutVersion, ...progress, keptAt: savedAt };
}

/** Saves the checkout progress on the device; null deletes it. Resolves once the device has done so. */
export async function saveCheckout(studentId: string, progress: CheckoutProgress | null): Promise<void> {
  if (!progress) return deviceStore.delete(studentId, checkoutName(studentId));
  await deviceStore.put(studentId, checkoutName(studentId), checkoutRecord(progress));
}

/**
 * The checkout that the device had saved when the page opened: undefined while it is being read, null if there is none.
 */
export function useStoredCheckout(studentId: string): unknown {
  const [record, setRecord] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    void deviceStore.get(studentId, checkoutName(studentId)).then((found) => {
      if (isCurrent) setRecord(found ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [studentId]);
  return record;
}

/**
 * Status of an unfinished checkout. `waiting`: the connection was lost, and checkout waits for it or asks whether to
 * continue. `changed`: the student must decide about changes of the cart. `unanswered`: the order was sent, no response
 * arrived, and it may have been placed. `unverified`: the order needs a verified phone number or email address.
 * `unpaid`: the order was placed, but not paid yet. `begun`: nothing has been ordered yet.
 */
export type SavedStatus = 'waiting' | 'changed' | 'unanswered' | 'unverified' | 'unpaid' | 'begun';

type StateName = StateNameWithin<'information'> | StateNameWithin<'review'>;
type StateNameExcept<Excluded extends StateName> = Exclude<StateName, Excluded>;
/** The states that need an entry in `statusByState`: all except those listed here, whose status is `begun`. */
type StateWithStatus = StateNameExcept<
  // In these states, nothing has been ordered yet.
  | 'loadingProfile'
  | 'profileUnavailable'
  | 'confirmingInformation'
  | 'editingInformation'
  | 'savingProfile'
  | 'reviewing'
  // The server has refused the order.
  | 'orderRefused'
  | 'confirmingClashes'
>;

const statusByState: Record<string, SavedStatus> = {
  waitingAtInformation: 'waiting',
  comparingAtInformation: 'waiting',
  askingAtInformation: 'waiting',
  waitingAtReview: 'waiting',
  comparingAtReview: 'waiting',
  askingAtReview: 'waiting',
  cartChanged: 'changed',
  changingLine: 'changed',
  creatingOrder: 'unanswered',
  orderUnanswered: 'unanswered',
  choosingContact: 'unverified',
  verifyingContact: 'unverified',
  redirecting: 'unpaid',
  paymentNotOpened: 'unpaid',
} satisfies Record<StateWithStatus, SavedStatus>;

/** The status of a saved checkout, by its screen and the state of the machine. */
function statusOf(stage: CheckoutStage, value: Record<string, unknown>): SavedStatus {
  const { [stage]: name } = value;
  return (typeof name === 'string' && statusByState[name]) || 'begun';
}

type SavedState = z.infer<typeof recordSchema>['state'];

/**
 * Returns new values for the parts of a saved snapshot that may be outdated; `restoreCheckout` puts them into the
 * snapshot. The missing details and the changes of the cart are determined again.
 * If an earlier page was closed while it was saving the student's details, they are shown as not saved. They are not
 * sent again, because the student may have changed them elsewhere since.
 */
function replaceOutdated({ value, children, context }: SavedState, isOfEarlierPage: boolean): Partial<SavedState> {
  // XState starts only the actors that a snapshot contains. If the new state invokes an actor, add it to `children`.
  if (isOfEarlierPage && value.information === 'savingProfile') {
    const { saveProfile: _, ...others } = children;
    return { value: { information: { editingInformation: 'profileNotSaved' } }, children: others };
  }
  if (value.information === 'confirmingInformation') {
    const loadProfile = { src: 'loadProfile', snapshot: { status: 'active' } };
    return {
      value: { information: 'loadingProfile' },
      children: { ...children, loadProfile },
      context: { ...context, missing: null },
    };
  }
  if (value.review === 'cartChanged')
    return {
      value: { review: 'reviewing' },
      context: { ...context, seenBefore: context.quote ?? null, changes: null, lineFailure: null },
    };
  const isAt = (...names: unknown[]) => names.includes(value.information) || names.includes(value.review);
  if (isAt('comparingAtInformation', 'askingAtInformation', 'comparingAtReview', 'askingAtReview')) {
    const compareCart = { src: 'compareCart', snapshot: { status: 'active', input: { quote: context.quote } } };
    return {
      value: value.review ? { review: 'comparingAtReview' } : { information: 'comparingAtInformation' },
      children: { ...children, compareCart },
      context: { ...context, changes: null },
    };
  }
  return {};
}

/**
 * Returns the saved snapshot with which the checkout machine starts on the screen `stage`. Undefined if `record` is
 * invalid, or was saved in another version or on another screen. An order without a response is restored on every
 * screen before the payment: the machine then shows the review page.
 * - `seenBefore` in the snapshot is the quote that the student saw last, with which the review page compares the cart.
 *   It is null if there is nothing to compare: the review page has done so already, or this page itself saved the
 *   snapshot, after `pageLoadedAt` (ms since the epoch).
 * - If the review page was showing changes of the cart, `replaceOutdated` sets `seenBefore`, so that it compares again.
 * - If checkout began before a cart was loaded, the snapshot has no quote. It gets the quote that the student saw last.
 */
export function restoreCheckout(
  record: unknown,
  stage: CheckoutStage,
  pageLoadedAt: number,
): Snapshot<unknown> | undefined {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success) return undefined;
  const { stage: savedStage, state, seen, savedAt } = parsed.data;
  const isUnanswered = statusOf(savedStage, state.value) === 'unanswered';
  if (savedStage !== stage && (!isUnanswered || stage === 'returning')) return undefined;
  const isCompared = savedStage === 'review' && state.value.review !== 'reviewing';
  const isOfEarlierPage = savedAt < pageLoadedAt;
  const seenBefore = isOfEarlierPage && !isCompared ? seen : null;
  const restored = { ...state, context: { ...state.context, quote: state.context.quote ?? seen, seenBefore } };
  return { ...restored, ...replaceOutdated(restored, isOfEarlierPage) } as unknown as Snapshot<unknown>;
}

/**
 * The version of the terms that the student accepted in the saved checkout; undefined if none. After a declined
 * payment, the student need not accept the same version again.
 */
export function acceptedTerms(record: unknown): string | undefined {
  const parsed = recordSchema.safeParse(record);
  const version = parsed.success ? parsed.data.state.context.termsVersion : null;
  return typeof version === 'string' ? version : undefined;
}

/**
 * A checkout saved on the device. `quote`: the order as the student last saw it. `heldUntil`: when the hold of the
 * placed order's seats ends, ISO 8601; null if it is not known. `savedAt`: ms since the epoch.
 */
export type SavedCheckout = {
  stage: Exclude<CheckoutStage, 'start' | 'returning'>;
  status: SavedStatus;
  quote: Quote | null;
  heldUntil: string | null;
  savedAt: number;
};

const snapshotSchema = z.object({
  value: z.partialRecord(z.enum(['information', 'review']), z.union([z.string(), z.looseObject({})])),
  context: z.looseObject({ quote: quoteSchema.nullable().catch(null), heldUntil: z.string().nullable().catch(null) }),
});

/** Parses a checkout as stored on the device; null if it is invalid or belongs to a confirmation page. */
function parseRecord(stored: unknown): SavedCheckout | null {
  const record = recordSchema.safeParse(stored);
  if (!record.success) return null;
  const { stage, state, seen, savedAt } = record.data;
  const snapshot = snapshotSchema.safeParse(state);
  if (!snapshot.success || stage === 'returning') return null;
  const { value, context } = snapshot.data;
  const status = statusOf(stage, value);
  const { quote, heldUntil } = context;
  return { stage, status, quote: status === 'begun' ? seen : quote, heldUntil, savedAt };
}

/** Reads the student's saved checkout, whichever tab saved it; null if there is none. */
export async function readSavedCheckout(studentId: string): Promise<SavedCheckout | null> {
  return parseRecord(await deviceStore.get(studentId, checkoutName(studentId)));
}

/**
 * A saved order that got no response. `record`: the stored checkout, from which it can be restored. `quote`: the order
 * as the student saw it.
 */
type UnansweredOrder = { record: unknown; quote: Quote | null };

/** Reads the student's saved order that got no response; null if there is none. */
export async function readUnansweredOrder(studentId: string): Promise<UnansweredOrder | null> {
  const record = await deviceStore.get(studentId, checkoutName(studentId));
  const saved = parseRecord(record);
  return saved?.status === 'unanswered' ? { record, quote: saved.quote } : null;
}
