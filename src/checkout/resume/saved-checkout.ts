import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Snapshot } from 'xstate';
import * as z from 'zod';
import { type Quote, quoteSchema } from '../../../contract/orders.ts';
import { type CheckoutStage, checkoutVersion } from '../../../machines/checkout.context.ts';
import { studentPrefix } from '../../offline/saved/query-persistence.ts';
import type { QueryStore } from '../../offline/saved/query-store.ts';

/** Id of the checkout machine. It is repeated here so that pages that only look for a snapshot do not load the machine. */
export const machineId = 'checkout';

const recordSchema = z.object({
  machine: z.literal(machineId),
  version: z.literal(checkoutVersion),
  stage: z.enum(['information', 'review', 'returning']),
  state: z.looseObject({ status: z.literal('active') }),
  seen: quoteSchema.nullable().catch(null),
  keptAt: z.number().catch(0),
});

/** `state`: the machine's persisted snapshot. `seen`: the order as the screen last showed it. `keptAt`: time of saving in ms. */
type CheckoutProgress = { stage: CheckoutStage; state: object; seen: Quote | null; keptAt: number };
type CheckoutRecord = CheckoutProgress & { machine: string; version: number };

/**
 * The student's unfinished checkout, saved on the device until sign-out so that a closed app can continue it. The server
 * does not have it, so the query only reads what was saved.
 */
export const checkoutSnapshotQuery = (studentId: string) =>
  queryOptions({
    queryKey: ['checkout', studentId] as const,
    queryFn: ({ client, queryKey }): CheckoutRecord | null => client.getQueryData(queryKey) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Remove it from memory with its screen, so that the next sign-in reads what the device has.
    gcTime: 0,
    retry: false,
    meta: { persist: 'student' },
  });

/** Saves the progress on the device; null deletes it. */
export function saveCheckout(client: QueryClient, studentId: string, progress: CheckoutProgress | null): void {
  const record = progress && { machine: machineId, version: checkoutVersion, ...progress };
  client.setQueryData(checkoutSnapshotQuery(studentId).queryKey, record);
}

/** The saved snapshot for this screen; undefined if there is none, or one of another machine, version or screen. */
export function restoreCheckout(record: unknown, stage: CheckoutStage): Snapshot<unknown> | undefined {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success || parsed.data.stage !== stage) return undefined;
  return parsed.data.state as unknown as Snapshot<unknown>;
}

/** The order as the student saw it before this page was loaded (`pageLoadedAt` in ms); null if it was saved later or not at all. */
export function quoteSeenBefore(record: unknown, pageLoadedAt: number): Quote | null {
  const parsed = recordSchema.safeParse(record);
  return parsed.success && parsed.data.keptAt < pageLoadedAt ? parsed.data.seen : null;
}

/**
 * Status of an unfinished checkout. `waiting`: for the connection. `changed`: the student must resolve changes of the cart.
 * `unanswered`: the order may have arrived. `unpaid`: the student left the payment page. `begun`: nothing was ordered yet.
 */
export type SavedStatus = 'waiting' | 'changed' | 'unanswered' | 'unpaid' | 'begun';

/** `quote`: the order as the student last saw it. `savedAt` in ms. */
export type SavedCheckout = {
  stage: Exclude<CheckoutStage, 'returning'>;
  status: SavedStatus;
  quote: Quote | null;
  savedAt: number;
};

const statusByState: Record<string, SavedStatus> = {
  waitingForConnection: 'waiting',
  comparingCart: 'waiting',
  askingToContinue: 'waiting',
  cartChanged: 'changed',
  changingLine: 'changed',
  creatingOrder: 'unanswered',
  orderUnanswered: 'unanswered',
  redirecting: 'unpaid',
  paymentNotOpened: 'unpaid',
};

const storedSchema = z.object({ state: z.object({ data: recordSchema }) });
const snapshotSchema = z.object({
  value: z.union([z.string(), z.record(z.string(), z.unknown())]),
  context: z.looseObject({ quote: quoteSchema.nullable().catch(null) }),
});

/**
 * Reads the student's saved checkout, whichever tab saved it; null if there is none. It reads the device's storage instead of
 * the query, because a query in this tab would not notice that another tab continued.
 */
export async function readSavedCheckout(
  storage: Pick<QueryStore, 'getItem'>,
  studentId: string,
): Promise<SavedCheckout | null> {
  const stored = await storage.getItem(
    `${studentPrefix(studentId)}-${hashKey(checkoutSnapshotQuery(studentId).queryKey)}`,
  );
  const record = stored ? storedSchema.safeParse(JSON.parse(stored)) : null;
  if (!record?.success) return null;
  const { stage, state, seen, keptAt } = record.data.state.data;
  const snapshot = snapshotSchema.safeParse(state);
  if (!snapshot.success || stage === 'returning') return null;
  const { value, context } = snapshot.data;
  const name = typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
  const status = statusByState[name] ?? 'begun';
  return { stage, status, quote: status === 'begun' ? seen : context.quote, savedAt: keptAt };
}

const saveCheckAttempts = 20;
const saveCheckIntervalMs = 25;

/**
 * Resolves once the device has saved this status of the student's checkout, or after half a second. Called before the browser
 * leaves for the payment page: a student who comes back to an older status, an order being placed, would be sent to the payment
 * page again.
 */
export async function waitUntilSaved(
  storage: Pick<QueryStore, 'getItem'>,
  { studentId, status }: { studentId: string; status: SavedStatus },
): Promise<void> {
  for (let attempt = 0; attempt < saveCheckAttempts; attempt++) {
    const saved = await readSavedCheckout(storage, studentId).catch(() => null);
    if (saved?.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, saveCheckIntervalMs));
  }
}
