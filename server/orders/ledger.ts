import type { LedgerEntryRow, Tx } from '../db/schema.ts';

/** A line of a ledger posting, in paise. Lines of 0 are not stored. */
type LedgerLine = { account: LedgerEntryRow['account']; paise: number };

/**
 * Posts the ledger entries of one payment or refund. `source` is `payment:` or `refund:` followed by the id of the
 * payment or refund. A source can be posted only once.
 * @throws Error if the lines do not sum to zero
 */
export async function postLedger(tx: Tx, orderId: string, source: string, lines: readonly LedgerLine[]): Promise<void> {
  const entries = lines.filter(({ paise }) => paise !== 0);
  if (entries.length === 0) return;
  const sum = entries.reduce((total, { paise }) => total + paise, 0);
  if (sum !== 0) throw new Error(`ledger of ${orderId}: ${source} is off by ${sum} paise`);
  await tx
    .insertInto('ledger_entries')
    .values(entries.map(({ account, paise }) => ({ order_id: orderId, account, amount_paise: paise, source })))
    .execute();
}
