import type { Kysely } from 'kysely';
import type { Wallet } from '../../contract/wallet.ts';
import { toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import { readBalance } from './wallet.repo.ts';

/** How many wallet entries the overview of a wallet lists at most. */
const recentLimit = 50;

/** A student's wallet balance and newest wallet entries, read from one database snapshot so that they agree. */
export async function readWallet(db: Kysely<Database>, studentId: string): Promise<Wallet> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const balance = toRupees(await readBalance(tx, studentId));
      const rows = await tx
        .selectFrom('wallet_entries')
        .select(['id', 'created_at', 'description', 'type', 'amount_paise', 'status'])
        .where('student_id', '=', studentId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(recentLimit)
        .execute();
      const recentTransaction = rows.map(({ amount_paise, created_at, ...entry }) => ({
        ...entry,
        created_at: created_at.toISOString(),
        amount: toRupees(amount_paise),
      }));
      return { balance, lastUpdate: recentTransaction[0]?.created_at ?? null, recentTransaction };
    });
}
