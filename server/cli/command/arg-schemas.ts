import * as z from 'zod';

const largestInteger = 2 ** 31 - 1;

/** A numeric id on the command line, such as a batch id. */
export const numberArg = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number)
  .refine((number) => number <= largestInteger, 'is too large');

/** A date argument, `YYYY-MM-DD` in the academy's time zone. */
export const dayArg = z.iso.date('must be a day like 2026-03-31');

export const textArg = z
  .string('is missing')
  .trim()
  .min(1, 'must not be empty')
  .max(500, 'must have at most 500 characters');

/**
 * An amount on the command line, in rupees with at most two decimals, parsed to integer paise. It must be above 0 and
 * at most one crore rupees.
 */
export const rupeesArg = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'must be an amount in rupees like 1500 or 1500.50')
  .transform((text) => {
    const [rupees = '', paise = ''] = text.split('.');
    return Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
  })
  .refine((paise) => paise > 0 && paise <= 1_000_000_000, 'must be above 0 and at most 10000000');

/** An argument that must be one of the given names. The error message lists them. */
export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, `must be one of ${names.join(', ')}`);
}

export const flag = z.boolean().default(false);
