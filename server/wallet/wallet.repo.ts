import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from '../db/schema.ts';

/** A credit to a student's wallet; `paise` is its amount. No two wallet entries have the same reference. */
type Credit = { studentId: string; paise: number; reference: string; description: string };
/** The wallet entry that already has the reference of a new credit. */
type ExistingEntry = { student_id: string; type: 'credit' | 'debit'; amount_paise: number; created_at: Date };

/** The balance of a student's wallet in paise: completed credits minus completed debits. */
export async function readBalance(db: Kysely<Database>, studentId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(case type when 'credit' then amount_paise else -amount_paise end), 0)::bigint as paise
    from wallet_entries where student_id = ${studentId} and status = 'completed'`.execute(db);
  return rows[0]?.paise ?? 0;
}

/**
 * Adds a credit to a student's wallet and returns null. If a wallet entry already has the credit's reference, adds
 * nothing and returns that entry.
 */
export async function creditWallet(tx: Tx, credit: Credit): Promise<ExistingEntry | null> {
  const { studentId, paise, reference, description } = credit;
  const added = await tx
    .insertInto('wallet_entries')
    .values({
      student_id: studentId,
      type: 'credit',
      amount_paise: paise,
      description,
      status: 'completed',
      reference,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return null;
  return tx
    .selectFrom('wallet_entries')
    .select(['student_id', 'type', 'amount_paise', 'created_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
}
