import { type RawBuilder, sql } from 'kysely';

/** A discount as it is stored. `value` is a percentage multiplied by 100 or an amount in paise, depending on `type`. */
export type StoredDiscount = {
  id: number;
  type: 'percentage' | 'fixed_amount';
  value: number;
  crossed_out_price: 'course-sum' | 'base-price';
};

/**
 * A stored discount with the first and the last day on which it applies, in the academy's time zone; null for no limit.
 */
export type DatedDiscount = StoredDiscount & { starts_on: string | null; ends_on: string | null };

/**
 * SQL for the discounts `d` that fulfil a condition, as a JSON array in the order of their positions. The array
 * includes discounts that do not apply today; `discountsInEffect` leaves them out.
 */
export const discountsJson = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'value', d.value, 'crossed_out_price', d.crossed_out_price,
    'starts_on', d.starts_on, 'ends_on', d.ends_on) order by d.position, d.id)
  from discounts d where ${condition}), '[]')`;

/** The discounts that apply on the date `today`, without their first and last day. */
export function discountsInEffect(discounts: readonly DatedDiscount[], today: string): StoredDiscount[] {
  return discounts
    .filter(({ starts_on, ends_on }) => (starts_on ?? today) <= today && today <= (ends_on ?? today))
    .map(({ starts_on: _start, ends_on: _end, ...discount }) => discount);
}
