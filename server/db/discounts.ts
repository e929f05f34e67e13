import { type RawBuilder, sql } from 'kysely';

/** The first and the last day on which a discount applies, in the academy's time zone; null for no limit. */
type Period = { starts_on: string | null; ends_on: string | null };

/**
 * SQL for the discounts `d` that fulfil a condition, as a JSON array in the order of their positions. The array
 * includes discounts that do not apply today; `discountsInEffect` leaves them out.
 */
export const discountsJson = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'value', d.value, 'crossed_out_price', d.crossed_out_price,
    'starts_on', d.starts_on, 'ends_on', d.ends_on) order by d.position, d.id)
  from discounts d where ${condition}), '[]')`;

/** A discount as it is stored, with the first and the last day on which it applies. */
export type Stored<Discount> = Discount & Period;

/** The discounts that apply on the date `today`, without their first and last day. */
export function discountsInEffect<Discount extends object>(
  discounts: readonly Stored<Discount>[],
  today: string,
): Omit<Stored<Discount>, keyof Period>[] {
  return discounts
    .filter(({ starts_on, ends_on }) => (starts_on ?? today) <= today && today <= (ends_on ?? today))
    .map(({ starts_on: _start, ends_on: _end, ...discount }) => discount);
}
