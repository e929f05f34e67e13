import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Snapshot } from 'xstate';
import * as z from 'zod';
import { type Quote, quoteSchema } from '../../contract/orders.ts';
import { type CheckoutStage, checkoutVersion } from '../../machines/checkout.types.ts';

/** Id of the checkout machine, which pages that only look for a snapshot do not load. */
export const machineId = 'checkout';

export const recordSchema = z.object({
  machine: z.literal(machineId),
  version: z.literal(checkoutVersion),
  stage: z.enum(['information', 'review', 'returning']),
  state: z.looseObject({ status: z.literal('active') }),
  seen: quoteSchema.nullable().catch(null),
  keptAt: z.number().catch(0),
});

/** `seen`: the order as the screen showed it last; `keptAt` in ms. */
type Kept = { stage: CheckoutStage; state: object; seen: Quote | null; keptAt: number };
type CheckoutRecord = Kept & { machine: string; version: number };

/**
 * Where the student's checkout stands, kept under the student's key until sign-out, so that a closed app goes on where it
 * was (design, settled 7). Asking for it anew gives what the device has: no server knows it.
 */
export const checkoutSnapshotQuery = (studentId: string) =>
  queryOptions({
    queryKey: ['checkout', studentId] as const,
    queryFn: ({ client, queryKey }): CheckoutRecord | null => client.getQueryData(queryKey) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Gone with its screen, so that a student who signs in again finds what the device kept.
    gcTime: 0,
    retry: false,
    meta: { persist: 'student' },
  });

/** Null forgets. */
export function keepCheckout(client: QueryClient, studentId: string, kept: Kept | null): void {
  const record = kept && { machine: machineId, version: checkoutVersion, ...kept };
  client.setQueryData(checkoutSnapshotQuery(studentId).queryKey, record);
}

/** A kept snapshot for this screen; undefined where there is none, or one of another machine, version or screen. */
export function restoredCheckout(record: unknown, stage: CheckoutStage): Snapshot<unknown> | undefined {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success || parsed.data.stage !== stage) return undefined;
  return parsed.data.state as unknown as Snapshot<unknown>;
}

/** What the student saw of the order before the page was closed, at `since` (ms) or later opened again; null where it was not. */
export function seenBefore(record: unknown, since: number): Quote | null {
  const parsed = recordSchema.safeParse(record);
  return parsed.success && parsed.data.keptAt < since ? parsed.data.seen : null;
}
