import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { NewPasskey } from './passkeys.ts';

export async function findTotp(db: Kysely<Database>, staffId: string) {
  return db
    .selectFrom('staff_totp')
    .select(['sealed_secret', 'last_step'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

/** Stores the account's authenticator app, in place of the previous one. */
export async function saveTotp(
  tx: Tx,
  totp: { staff_id: string; sealed_secret: Buffer; last_step: number },
  now: Date,
): Promise<void> {
  const { staff_id: _, ...values } = { ...totp, created_at: now };
  await tx
    .insertInto('staff_totp')
    .values({ ...totp, created_at: now })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
    .execute();
}

/**
 * Marks the time step of an authenticator code as used. Returns false if this time step or a later one was used
 * before.
 */
export async function takeTotpStep(db: Kysely<Database>, staffId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('staff_totp')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .returning('staff_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteTotp(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_totp').where('staff_id', '=', staffId).execute();
}

export async function listPasskeys(db: Kysely<Database>, staffId: string) {
  return db
    .selectFrom('staff_passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute();
}

/** Stores a passkey of a staff account unless it is stored already. Returns whether it belongs to this account. */
export async function savePasskey(
  tx: Tx,
  { staffId, name, passkey }: { staffId: string; name: string; passkey: NewPasskey },
  now: Date,
): Promise<boolean> {
  const row = { ...passkey, transports: JSON.stringify(passkey.transports), staff_id: staffId, name, created_at: now };
  await tx
    .insertInto('staff_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .execute();
  const stored = await tx
    .selectFrom('staff_passkeys')
    .select('staff_id')
    .where('credential_id', '=', passkey.credential_id)
    .executeTakeFirst();
  return stored?.staff_id === staffId;
}

/** Stores the new signature counter of a passkey, and the time at which it was used. */
export async function markPasskeyUsed(db: Kysely<Database>, id: string, counter: number, now: Date): Promise<void> {
  await db.updateTable('staff_passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

/** Deletes a passkey of the account. Returns its name, or undefined if the account has no such passkey. */
export async function deletePasskey(tx: Tx, staffId: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('staff_passkeys')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** Replaces all recovery codes of an account. Returns whether it had any before. */
export async function saveRecoveryCodes(tx: Tx, staffId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const earlier = await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).executeTakeFirst();
  await tx
    .insertInto('staff_recovery_codes')
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })))
    .execute();
  return earlier.numDeletedRows > 0n;
}

/** Marks a recovery code as used. Returns false if the account has no such code or the code was used before. */
export async function takeRecoveryCode(
  db: Kysely<Database>,
  staffId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Kysely<Database>, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes every second factor of an account. */
export async function deleteSecondFactors(tx: Tx, staffId: string): Promise<void> {
  for (const table of ['staff_totp', 'staff_passkeys', 'staff_recovery_codes'] as const)
    await tx.deleteFrom(table).where('staff_id', '=', staffId).execute();
}
