/**
 * Converts an amount from a provider to integer paise. The amount must be in rupees with at most two decimals, as a
 * number or a string. Returns null for anything else, because nothing may be rounded.
 */
export function readPaise(amount: unknown): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  if (typeof text !== 'string') return null;
  const [, rupees, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (rupees === undefined || /[1-9]/.test(decimals.slice(2))) return null;
  return Number(rupees) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}

/** Converts paise to rupees as providers expect them: a number with at most two decimals. */
export function writeRupees(paise: number): number {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${paise} is no amount in paise`);
  return paise / 100;
}
