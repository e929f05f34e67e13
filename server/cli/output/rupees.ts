/** Formats paise as rupees with two decimals and without a currency sign: `1234.50`. */
export function rupeesOf(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100);
  const rest = String(Math.abs(paise) % 100).padStart(2, '0');
  return `${paise < 0 ? '-' : ''}${whole}.${rest}`;
}
