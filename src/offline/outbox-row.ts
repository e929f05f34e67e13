import * as z from 'zod';
import { cartAddSchema, cartRemoveSchema } from '../../contract/cart.ts';
import { contactFormSchema, grievanceFormSchema } from '../../contract/submissions.ts';

/** Raised when a row's shape changes; `tests/src/offline/outbox-samples` has rows of each. */
export const rowVersion = 2;

/**
 * `waiting` for the connection or its turn; `needsAuth` for the same student to sign in; `needsAttention`: refused, the
 * student decides; `delivered`: a receipt.
 */
export const rowStates = ['waiting', 'sending', 'needsAuth', 'needsAttention', 'delivered'] as const;
export type RowState = (typeof rowStates)[number];

/** What the server or the network said last. `isFinal`: the server refused, so nothing happened and the key is spent. */
const faultSchema = z.object({ code: z.string(), message: z.string(), isFinal: z.boolean() });
export type RowFault = z.infer<typeof faultSchema>;

const rowShape = {
  /** Idempotency key. */
  key: z.string(),
  /** Null: made by nobody who is named, such as a visitor; whoever holds the device sees it and may discard it. */
  user: z.string().nullable(),
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
  z.object({ ...rowShape, kind: z.literal('contact.send'), payload: contactFormSchema }),
  z.object({ ...rowShape, kind: z.literal('grievance.send'), payload: grievanceFormSchema }),
  z.object({ ...rowShape, kind: z.literal('receipt'), payload: z.object({ reference: z.string() }) }),
  z.object({ ...rowShape, kind: z.literal('unreadable'), payload: z.unknown() }),
]);

/**
 * One action that waits to be sent (design, settled 6). `receipt`: a form that was delivered, of which nothing is left but
 * its number; `unreadable` was kept by a release that wrote other rows.
 */
export type OutboxRow = z.output<typeof rowSchema>;
type RowOf<Kind extends OutboxRow['kind']> = Extract<OutboxRow, { kind: Kind }>;
export type CartRow = RowOf<'cart.add'> | RowOf<'cart.remove'>;
export type FormRow = RowOf<'contact.send'> | RowOf<'grievance.send'>;
export type SendableRow = CartRow | FormRow;

type Tapped = { key: string; title: string; quotedPrice: number | null };
/** What a screen hands over: the action with its idempotency key. */
export type OutboxAction = Tapped &
  (Pick<RowOf<'cart.add'>, 'kind' | 'payload'> | Pick<RowOf<'cart.remove'>, 'kind' | 'payload'>);
/** What a form hands over. */
export type OutboxForm = Pick<FormRow, 'key' | 'title' | 'user'> &
  (Pick<RowOf<'contact.send'>, 'kind' | 'payload'> | Pick<RowOf<'grievance.send'>, 'kind' | 'payload'>);

export function isCartRow(row: OutboxRow): row is CartRow {
  return row.kind === 'cart.add' || row.kind === 'cart.remove';
}

export function isSendable(row: OutboxRow): row is SendableRow {
  return row.kind !== 'unreadable' && row.kind !== 'receipt';
}

const outdated: RowFault = {
  code: 'OUTDATED',
  message: 'This change was kept by an earlier version of the site and can no longer be sent. Please make it again.',
  isFinal: true,
};

const remnantSchema = z.object({
  key: z.string(),
  user: z.string().nullable(),
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
