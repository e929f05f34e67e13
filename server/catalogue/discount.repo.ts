import { type Kysely, sql } from 'kysely';
import type { Discount } from '../../contract/batch.ts';
import type { StoredDiscount } from '../db/discounts.ts';
import { groupRows } from '../db/group-rows.ts';
import { toRupees } from '../db/paise.ts';
import type { Database, DiscountRow } from '../db/schema.ts';

/**
 * Converts a discount to the form that the API returns. The stored value is 100 times the returned one, for a
 * percentage as well as for an amount in rupees.
 */
export function toDiscount({ id, type, value, crossed_out_price }: StoredDiscount): Discount {
  return { id, type, value: toRupees(value), crossed_out_price };
}

/**
 * The discounts that are in effect on `today`, by the id of their course or package. Each list is in the order of the
 * content folder (column `position`).
 */
export async function readDiscounts(
  db: Kysely<Database>,
  owner: 'course_id' | 'package_id',
  ids: readonly number[],
  today: string,
): Promise<Map<number, StoredDiscount[]>> {
  const rows = await db
    .selectFrom('discounts')
    .select(['id', 'type', 'value', 'crossed_out_price', 'course_id', 'package_id'])
    .where(owner, '=', sql<number>`any(${ids}::integer[])`)
    .where(({ eb, or }) => or([eb('starts_on', 'is', null), eb('starts_on', '<=', today)]))
    .where(({ eb, or }) => or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return groupRows(rows, (row: Pick<DiscountRow, typeof owner>) => row[owner] ?? 0);
}
