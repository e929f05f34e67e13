import { describe, expect, it } from 'vitest';
import { feesByYear, wholePrice } from '../../contract/fees-by-year.ts';

const row = (year: string, fee: number) => ({ year, fee });

describe('the yearly fees of a course', () => {
  it.each([
    ['the rows of each year are added up', [row('Year 1', 200), row('Year 1', 50), row('Year 2', 240)], [250, 240]],
    ['the rows of the years may come in any order', [row('Year 2', 240), row('Year 1', 250)], [250, 240]],
    ['a fee without rows does not count as yearly', undefined, null],
    ['rows that name no year of the course do not count as yearly', [row('2026-27', 100), row('2026-27', 18)], null],
    ['a missing year means that no yearly fees are returned', [row('Year 1', 250), row('Year 3', 240)], null],
    ['a missing first year means that no yearly fees are returned', [row('Year 2', 250), row('Year 3', 240)], null],
    [
      'a row without a year means that no yearly fees are returned',
      [row('Year 1', 1), row('Year 2', 1), row('Deposit', 9)],
      null,
    ],
    ['the rows of a single year do not count as yearly', [row('Year 1', 250)], null],
  ])('feesByYear finds the yearly fees in the rows of a course’s fees by this rule: %s', (_, rows, expected) => {
    expect(feesByYear(rows)).toEqual(expected);
  });

  it('the price of a whole course is the total of all years, or its single price if it has no yearly fees', () => {
    expect(wholePrice({ main: 250, by_year: { years: 2, total: 490 } })).toBe(490);
    expect(wholePrice({ main: 250 })).toBe(250);
  });
});
