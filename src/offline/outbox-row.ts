import * as z from 'zod';
import { cartAddSchema, cartRemoveSchema } from '../../contract/cart.ts';

/** Raised when a row's shape changes. */
export const rowVersion = 1;

/** `waiting` for the connection or its turn; `needsAuth` for the same student to sign in; `needsAttention`: refused, the student decides. */
export const rowStates = ['waiting', 'sending', 'needsAuth', 'needsAttention'] as const;
export type RowState = (typeof rowStates)[number];

/** What the server or the network said last. `isFinal`: the server refused, so nothing happened and the key is spent. */
const faultSchema = z.object({ code: z.string(), message: z.string(), isFinal: z.boolean() });
export type RowFault = z.infer<typeof faultSchema>;

const rowShape = {
  /** Idempotency key. */
  key: z.string(),
  user: z.string(),
  sequence: z.number().int(),
  schemaVersion: z.number().int(),
  /** What the student reads in the list of waiting changes. */
  title: z.string(),
  /** Rupees that the screen showed when it was tapped. */
  quotedPrice: z.number().nullable(),
  state: z.enum(rowStates),
  createdAt: z.number(),
  /** How often it may have reached the server. */
  attempts: z.number().int(),
  /** How often our server said that it could not. */
  failures: z.number().int(),
  lastError: faultSchema.nullable(),
};

const rowSchema = z.discriminatedUnion('kind', [
  z.object({ ...rowShape, kind: z.literal('cart.add'), payload: cartAddSchema }),
  z.object({ ...rowShape, kind: z.literal('cart.remove'), payload: cartRemoveSchema }),
  z.object({ ...rowShape, kind: z.literal('unreadable'), payload: z.unknown() }),
]);

/** One action that waits to be sent (design, settled 6); `unreadable` was kept by a release that wrote other rows. */
export type OutboxRow = z.output<typeof rowSchema>;
export type SendableRow = Exclude<OutboxRow, { kind: 'unreadable' }>;

type Tapped = { key: string; title: string; quotedPrice: number | null };
/** What a screen hands over: the action with its idempotency key. */
export type OutboxAction = Tapped &
  (
    | Pick<Extract<OutboxRow, { kind: 'cart.add' }>, 'kind' | 'payload'>
    | Pick<Extract<OutboxRow, { kind: 'cart.remove' }>, 'kind' | 'payload'>
  );

const outdated: RowFault = {
  code: 'OUTDATED',
  message: 'This change was kept by an earlier version of the site and can no longer be sent. Please make it again.',
  isFinal: true,
};

const remnantSchema = z.object({
  key: z.string(),
  user: z.string(),
  sequence: z.number().catch(0),
  title: z.string().catch('A change'),
  quotedPrice: z.number().nullable().catch(null),
  createdAt: z.number().catch(0),
});

/** Whether a newer release wrote the row: it waits, untouched, for a page of that release. */
export function isOfNewerRelease(stored: unknown): boolean {
  const version = z.object({ schemaVersion: z.number() }).safeParse(stored);
  return version.success && version.data.schemaVersion > rowVersion;
}

/** A stored row. One that an older release wrote otherwise is never lost in silence: the student is told. Null: no row at all. */
export function readRow(stored: unknown): OutboxRow | null {
  const row = rowSchema.safeParse(stored);
  if (row.success) return { ...row.data, schemaVersion: rowVersion };
  const remnant = remnantSchema.safeParse(stored);
  if (!remnant.success) return null;
  return {
    ...remnant.data,
    schemaVersion: rowVersion,
    kind: 'unreadable',
    payload: stored,
    state: 'needsAttention',
    attempts: 0,
    failures: 0,
    lastError: outdated,
  };
}
