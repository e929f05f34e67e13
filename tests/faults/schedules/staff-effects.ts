import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import { isFinal } from '../invariants/evidence.ts';
import { isSuccess, type StaffCall } from './staff-calls.ts';
import type { StaffDeed } from './staff-requests.ts';

/** The id in the path of a call, such as `/api/staff/orders/LF-2026-000123/cancel`. */
const idOf = ({ url }: StaffCall) => url.split('/')[4] ?? '';
const soldOrder = ({ responses }: StaffCall) =>
  (responses.find(isFinal)?.body.data as { order_id?: string } | undefined)?.order_id ?? '';

const auditEntry = ({ reason }: StaffCall) => sql`audit_entries where reason = ${reason}`;
const bookingChange = (call: StaffCall) =>
  sql`booking_changes where key like ${`staff:%:${call.key}`} and order_id = ${idOf(call)}`;

/**
 * SQL that selects the rows that a successful call creates. Null if a successful call may change nothing: the batch may
 * have this number of seats already, and the provider may have nothing new to say about the order.
 */
const effects: Record<StaffDeed, ((call: StaffCall) => RawBuilder<unknown>) | null> = {
  cancel: bookingChange,
  transfer: bookingChange,
  sell: (call) =>
    sql`payment_attempts where provider = 'office' and change_id is null and order_id = ${soldOrder(call)}`,
  resize: null,
  'cancel batch': (call) => sql`audit_entries where command = 'batches cancel' and subject = ${`batch:${call.target}`}`,
  'move batch': auditEntry,
  'settle due': ({ target }) => sql`payment_attempts where provider = 'office' and change_id = ${target}`,
  'recheck payment': null,
  'retry refund': auditEntry,
  'settle refund': ({ target }) =>
    sql`refund_transitions where refund_id = ${target} and to_state = 'settled' and reason = 'paid back by staff'`,
  'offer seat': auditEntry,
  'remove from list': ({ target }) =>
    sql`audit_entries where command = 'waiting list remove' and subject = ${`waiting-entry:${target}`}`,
};

async function countRows(db: Kysely<Database>, rowsOf: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${rowsOf}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Checks the responses and the effects of the calls. All final responses to a call must be the same. Only a successful
 * call may have changed something, and only once. Of the calls with the same target, at most one may succeed.
 */
export async function findWrongEffects(db: Kysely<Database>, calls: readonly StaffCall[]): Promise<string[]> {
  const found = calls.map(async (call) => {
    const rowsOf = effects[call.what];
    const name = `${call.what} ${call.key}`;
    const finals = call.responses
      .filter(isFinal)
      .map(({ status, body: { requestId: _, ...body } }) => ({ status, body }));
    const isSame = finals.every((one) => isDeepStrictEqual(one, finals[0]));
    const different = isSame ? [] : [`${name}: different responses: ${JSON.stringify(finals)}`];
    if (!rowsOf) return call.what === 'resize' ? different : [];
    const isRival = ({ what, target }: StaffCall) => what === call.what && target === call.target;
    const rivals = call.target === undefined ? [call] : calls.filter(isRival);
    const [succeeded, changed] = [rivals.filter(isSuccess).length, await countRows(db, rowsOf(call))];
    if (succeeded > 1) return [...different, `${name}: ${succeeded} calls with the same target succeeded`];
    return changed === succeeded ? different : [...different, `${name}: ${changed} effects, ${succeeded} successes`];
  });
  return (await Promise.all(found)).flat();
}
