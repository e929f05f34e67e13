import { type RawBuilder, sql } from 'kysely';
import type { LedgerEntryRow } from '../db/schema.ts';

/** The `provider` of payments made at the office. Staff pay refunds of such payments by hand. */
export const officeProvider = 'office';

/** A line of a ledger posting, in paise. Lines of 0 are not stored. */
type LedgerLine = { account: LedgerEntryRow['account']; paise: number };

/**
 * SQL that posts the ledger entries of one payment, refund or changed booking. `source` is `payment:`, `refund:` or
 * `change:`, followed by the id of the payment, refund or change. A source can be posted only once.
 * @throws Error if the lines do not sum to zero
 */
export function postLedgerSql(orderId: string, source: string, lines: readonly LedgerLine[]): RawBuilder<unknown> {
  const entries = lines.filter(({ paise }) => paise !== 0);
  const sum = entries.reduce((total, { paise }) => total + paise, 0);
  if (sum !== 0) throw new Error(`ledger of ${orderId}: ${source} is off by ${sum} paise`);
  const [accounts, paise] = [entries.map((entry) => entry.account), entries.map((entry) => entry.paise)];
  return sql`insert into ledger_entries (order_id, account, amount_paise, source)
    select ${orderId}, account, paise, ${source} from unnest(${accounts}::text[], ${paise}::bigint[]) as l (account, paise)`;
}
