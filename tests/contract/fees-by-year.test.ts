import { describe, expect, it } from 'vitest';
import { feesByYear, wholePrice } from '../../contract/fees-by-year.ts';

const row = (year: string, fee: number) => ({ year, fee });

describe('the fees of a programme by year', () => {
  it.each([
    ['rows of each year are added up', [row('Year 1', 200), row('Year 1', 50), row('Year 2', 240)], [250, 240]],
    ['years may come in any order', [row('Year 2', 240), row('Year 1', 250)], [250, 240]],
    ['a fee without a break-up is not yearly', undefined, null],
    ['parts of one fee are not yearly', [row('2026-27', 100), row('2026-27', 18)], null],
    ['a missing year makes the total unknown', [row('Year 1', 250), row('Year 3', 240)], null],
    ['a missing first year makes the total unknown', [row('Year 2', 250), row('Year 3', 240)], null],
    ['a part without a year makes the total unknown', [row('Year 1', 1), row('Year 2', 1), row('Deposit', 9)], null],
    ['one year is no programme of several years', [row('Year 1', 250)], null],
  ])('%s', (_, rows, expected) => {
    expect(feesByYear(rows)).toEqual(expected);
  });

  it('the price of a whole course is the total of all years for a yearly programme, and the main price otherwise', () => {
    expect(wholePrice({ main: 250, by_year: { years: 2, total: 490 } })).toBe(490);
    expect(wholePrice({ main: 250 })).toBe(250);
  });
});
