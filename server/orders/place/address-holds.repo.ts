import { type RawBuilder, sql } from 'kysely';

/**
 * The seats of a batch that the unpaid order of a student holds, with the hash of the IP address that placed the order.
 */
export type AddressHold = { batch_id: number; address_hash: Buffer; student_id: string; seats: number };

/**
 * SQL for the seats in the given batches that are held by unpaid orders from the IP addresses with the given hashes.
 * `batchIds` is an SQL expression for an array. Run the SQL after the batches are locked, so that it sees every
 * committed hold. It returns no rows if `hashes` is empty.
 */
export function addressHoldsSql(batchIds: RawBuilder<unknown>, hashes: readonly Buffer[]): RawBuilder<AddressHold> {
  return sql<AddressHold>`
    select s.batch_id, s.address_hash, o.student_id, s.seats
    from seat_claims s join orders o on o.id = s.order_id
    where s.batch_id = any(${batchIds}) and s.kind = 'hold' and s.expires_at > now()
      and s.address_hash = any(${hashes}::bytea[]) and cardinality(${hashes}::bytea[]) > 0`;
}
