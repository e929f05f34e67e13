import type { Transaction } from 'kysely';
import type { Database, LedgerEntryRow } from '../db/schema.ts';

/** Part of a posting, in paise; parts of nothing are left out. */
export type LedgerPart = { account: LedgerEntryRow['account']; paise: number };

/**
 * Entries of one payment or refund: `source` is `payment:` or `refund:` with its id. They sum to zero, and the same
 * source is posted once.
 * @throws Error where they do not
 */
export async function postLedger(
  tx: Transaction<Database>,
  orderId: string,
  source: string,
  parts: readonly LedgerPart[],
): Promise<void> {
  const entries = parts.filter(({ paise }) => paise !== 0);
  if (entries.length === 0) return;
  const sum = entries.reduce((total, { paise }) => total + paise, 0);
  if (sum !== 0) throw new Error(`ledger of ${orderId}: ${source} is off by ${sum} paise`);
  await tx
    .insertInto('ledger_entries')
    .values(entries.map(({ account, paise }) => ({ order_id: orderId, account, amount_paise: paise, source })))
    .execute();
}
