/** Rupees of the wire for integer paise of the database. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Integer paise for rupees with at most two decimals. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
