/** A price in paise. `main`: the amount to pay. `struck`: a higher price to show crossed out; null if there is none. */
export type PricePaise = { main: number; struck: number | null };

/** Converts integer paise, as the database stores money, to rupees, as the API sends it. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Converts rupees with at most two decimals to integer paise. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
