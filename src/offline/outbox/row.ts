import * as z from 'zod';
import { priceSchema } from '../../../contract/batch.ts';
import { cartAddSchema, cartRemoveSchema } from '../../../contract/cart.ts';
import type { RefusalCode } from '../../../contract/endpoint.ts';
import {
  type addContact,
  type addGrievance,
  contactFormSchema,
  grievanceFormSchema,
} from '../../../contract/submissions.ts';
import type { CartErrorCode } from '../../../machines/cart-add.ts';

/**
 * Version of stored rows. Raise it when their shape changes. `tests/src/offline/outbox/samples` has rows of each
 * version.
 */
export const rowVersion = 2;

/**
 * State of a row. `waiting`: it waits for the connection, or until the rows before it are sent. `needsAuth`: it waits
 * until the same student signs in. `needsAttention`: it was refused or failed too often, and the student must decide.
 * `delivered`: the row is the receipt of a form that was delivered, or an addition that the server has made and that
 * the cart on this device may not contain yet.
 */
const rowStates = ['waiting', 'sending', 'needsAuth', 'needsAttention', 'delivered'] as const;
export type RowState = (typeof rowStates)[number];

/** Error codes of the server for the calls that send rows, and those that the outbox sets itself. */
export type FaultCode = CartErrorCode | RefusalCode<typeof addContact> | RefusalCode<typeof addGrievance>;

/**
 * The last error of a row. `isFinal`: the server refused the call, so it had no effect and its idempotency key is used
 * up. The type assertion lets a row stored by another release have a code that this release does not know.
 */
const faultSchema = z.object({
  code: z.string() as z.ZodType<FaultCode, FaultCode>,
  message: z.string(),
  isFinal: z.boolean(),
});
export type RowFault = z.infer<typeof faultSchema>;

const rowShape = {
  /** Idempotency key with which the row is sent. */
  key: z.string(),
  /** Id of the student; null for an anonymous row, which everybody who uses the device sees and may discard. */
  user: z.string().nullable(),
  sequence: z.number().int(),
  schemaVersion: z.number().int(),
  /** Title of the row in the list of waiting changes. */
  title: z.string(),
  /** Price in rupees that the screen showed for the item; null if it showed none. */
  quotedPrice: z.number().nullable(),
  /**
   * The price in rupees that the screen showed for the item, with what it covers, such as year 1 of a programme.
   * Earlier releases did not store it.
   */
  shownPrice: priceSchema.optional(),
  state: z.enum(rowStates),
  createdAt: z.number(),
  /** How many of the attempts to send the row may have reached the server. */
  attempts: z.number().int(),
  /** When the row was first sent with its key (ms since the epoch). Earlier releases did not store it. */
  firstSentAt: z.number().optional(),
  /**
   * The end of the pause that the server asked for in its response to this row (ms since the epoch). Until then, no row
   * is sent.
   */
  retryAt: z.number().optional(),
  /** How often our server's response to the row was a temporary error or could not be read. */
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
 * One row of the outbox. Kind `receipt`: holds the reference number of a form that was delivered. Kind `unreadable`:
 * was stored by an older release in a format that can no longer be sent.
 */
export type OutboxRow = z.output<typeof rowSchema>;
type RowOf<Kind extends OutboxRow['kind']> = Extract<OutboxRow, { kind: Kind }>;
export type CartRow = RowOf<'cart.add'> | RowOf<'cart.remove'>;
export type AddRow = RowOf<'cart.add'>;
type FormRow = RowOf<'contact.send'> | RowOf<'grievance.send'>;
export type SendableRow = CartRow | FormRow;

/** A change of the cart that a screen submits. `key`: its idempotency key. */
export type OutboxAction = Pick<RowOf<'cart.add'>, 'key' | 'title' | 'quotedPrice' | 'shownPrice'> &
  (Pick<RowOf<'cart.add'>, 'kind' | 'payload'> | Pick<RowOf<'cart.remove'>, 'kind' | 'payload'>);
/** A form that its own screen sends. The outbox stores it in case sending fails. */
export type OutboxForm = Pick<FormRow, 'key' | 'title' | 'user'> &
  (Pick<RowOf<'contact.send'>, 'kind' | 'payload'> | Pick<RowOf<'grievance.send'>, 'kind' | 'payload'>);

export function isCartRow(row: OutboxRow): row is CartRow {
  return row.kind === 'cart.add' || row.kind === 'cart.remove';
}

/** Whether the server has made this addition to the cart, but the cart on this device may not contain it yet. */
export function isDeliveredAdd(row: OutboxRow): row is AddRow {
  return row.kind === 'cart.add' && row.state === 'delivered';
}

export function isSendable(row: OutboxRow): row is SendableRow {
  return row.kind !== 'unreadable' && row.kind !== 'receipt';
}

const outdated: RowFault = {
  code: 'OUTDATED',
  message: 'This change was saved by an earlier version of the site and can no longer be sent. Please make it again.',
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

/** Whether a newer release stored the row. Such a row stays unchanged until a page of that release handles it. */
export function isOfNewerRelease(stored: unknown): boolean {
  const version = z.object({ schemaVersion: z.number() }).safeParse(stored);
  return version.success && version.data.schemaVersion > rowVersion;
}

/**
 * Parses a stored row; null if it is not a row. A row of an older release with a format that can no longer be read
 * becomes `unreadable`, so that the student sees it instead of losing it silently.
 */
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
