import { hashKey } from '@tanstack/react-query';
import * as z from 'zod';
import { type Quote, quoteSchema } from '../../contract/orders.ts';
import type { CheckoutStage } from '../../machines/checkout.types.ts';
import { studentPrefix } from '../offline/query-persistence.ts';
import type { QueryStore } from '../offline/query-store.ts';
import { checkoutSnapshotQuery, recordSchema } from './checkout-snapshot.ts';

/**
 * Where a checkout stands that is not over. `waiting` for the connection, `changed`: something is to be decided,
 * `unanswered`: nobody knows whether the order arrived, `unpaid`: the payment page was left, `begun`: before the order.
 */
export type Standing = 'waiting' | 'changed' | 'unanswered' | 'unpaid' | 'begun';

/** `quote`: what the student last saw of the order. `keptAt` in ms. */
export type KeptCheckout = {
  stage: Exclude<CheckoutStage, 'returning'>;
  standing: Standing;
  quote: Quote | null;
  keptAt: number;
};

const standings: Record<string, Standing> = {
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
 * What the device keeps of the student's checkout, as whichever tab left it; null where there is none. Read from the storage and not
 * by a query: a tab that holds a copy would not learn that another one went on.
 */
export async function readKeptCheckout(
  storage: Pick<QueryStore, 'getItem'>,
  studentId: string,
): Promise<KeptCheckout | null> {
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
  const standing = standings[name] ?? 'begun';
  return { stage, standing, quote: standing === 'begun' ? seen : context.quote, keptAt };
}

/** Looks of `untilKept`, and milliseconds between them. */
const looks = 20;
const pause = 25;

/**
 * Settles once the device keeps that the student's checkout stands so, or has not done it for half a second. Who leaves for
 * the payment page before comes back to an order that is being placed, which leads to the payment page again.
 */
export async function untilKept(
  storage: Pick<QueryStore, 'getItem'>,
  { studentId, standing }: { studentId: string; standing: Standing },
): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const kept = await readKeptCheckout(storage, studentId).catch(() => null);
    if (kept?.standing === standing) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
