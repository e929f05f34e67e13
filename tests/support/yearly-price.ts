import type { Price } from '../../contract/batch.ts';

/**
 * The price, in rupees, of a course with yearly fees. `yearlyTexts` lists what every screen says about this price.
 */
export const yearlyPrice: Price = {
  main: 265_000,
  by_year: { years: 4, total: 1_045_000 },
  note: 'hostel included',
};
export const yearlyTexts = ['Year 1 ₹2,65,000', 'total ₹10,45,000 over 4 years', 'hostel included'];
/** The texts of `yearlyTexts` as the cart and checkout show them: amounts have two decimals. */
export const yearlyAmounts = ['Year 1 ₹2,65,000.00', 'total ₹10,45,000.00 over 4 years', 'hostel included'];
export const paidNow = 'You pay year 1 now';
