import type * as z from 'zod';
import { addDays } from '../../../contract/days.ts';

/** Reports a fault at a JSON path of the content file. */
export function refuseWith(check: z.RefinementCtx, path: PropertyKey[], message: string): void {
  check.addIssue({ code: 'custom', path, message });
}

/**
 * Reports a fault unless exactly one of two fields is set: a date such as `date`, or a number of days after the first
 * content load such as `date_in_days`.
 */
export function needOneOf<Name extends string>(
  value: Partial<Record<Name, unknown>>,
  [date, days]: readonly [Name, Name],
  check: z.RefinementCtx,
): void {
  if (value[date] !== undefined && value[days] !== undefined)
    refuseWith(check, [days], `is given beside ${date}; remove one`);
  if (value[date] === undefined && value[days] === undefined)
    refuseWith(check, [date], `is missing; give a date like 2027-02-28, or ${days}`);
}

/** Converts a date or number of days of a content file to a date. `baseDay` is the day of the first content load. */
export function dayIn(baseDay: string, date: string | undefined, inDays: number | undefined): string {
  return date ?? addDays(baseDay, inDays ?? 0);
}
