import { type RawBuilder, sql } from 'kysely';
import type { LedgerEntryRow } from '../db/schema.ts';

/** The `provider` of payments made at the office. Staff pay refunds of such payments by hand. */
export const officeProvider = 'office';

/** A line of a ledger posting, in paise. Lines of 0 are not stored. */
type LedgerLine = { account: LedgerEntryRow['account']; paise: number };

/**
 * The ledger entries of one payment, refund or changed booking. `source` is `payment:`, `refund:` or `change:`,
 * followed by the id of the payment, refund or change. A source can be posted only once.
 */
export type LedgerPosting = { orderId: string; source: string; lines: readonly LedgerLine[] };

/**
 * SQL that posts ledger entries.
 * @throws Error if the lines of a posting do not sum to zero
 */
export function postLedgerSql(postings: readonly LedgerPosting[]): RawBuilder<unknown> {
  const entries = postings.flatMap(({ orderId, source, lines }) => {
    const sum = lines.reduce((total, { paise }) => total + paise, 0);
    if (sum !== 0) throw new Error(`ledger of ${orderId}: ${source} is off by ${sum} paise`);
    return lines.filter(({ paise }) => paise !== 0).map((line) => ({ ...line, orderId, source }));
  });
  return sql`insert into ledger_entries (order_id, account, amount_paise, source)
    select * from unnest(${entries.map((one) => one.orderId)}::text[], ${entries.map((one) => one.account)}::text[],
      ${entries.map((one) => one.paise)}::bigint[], ${entries.map((one) => one.source)}::text[])`;
}
