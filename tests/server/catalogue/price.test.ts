import { describe, expect, it } from 'vitest';
import { priceCourse, pricePackage, type StoredDiscount, toPrice } from '../../../server/catalogue/price.ts';

const percent = (value: number, crossed: StoredDiscount['crossed_out_price'] = 'base-price'): StoredDiscount => ({
  type: 'percentage',
  value: value * 100,
  crossed_out_price: crossed,
});
const rupeesOff = (value: number, crossed: StoredDiscount['crossed_out_price'] = 'base-price'): StoredDiscount => ({
  type: 'fixed_amount',
  value: value * 100,
  crossed_out_price: crossed,
});

describe('the price of a course', () => {
  const table: Array<[string, number, StoredDiscount[], object]> = [
    ['no discount', 550_000, [], { main: 5500 }],
    ['a percentage', 550_000, [percent(10)], { main: 4950, struck: 5500, percent_off: 10 }],
    ['a fixed amount', 550_000, [rupeesOff(750)], { main: 4750, struck: 5500, percent_off: 14 }],
    ['only the first discount', 550_000, [percent(10), percent(50)], { main: 4950, struck: 5500, percent_off: 10 }],
    ['more off than the fee', 50_000, [rupeesOff(9999)], { main: 0, struck: 500, percent_off: 100 }],
    ['everything off', 50_000, [percent(100)], { main: 0, struck: 500, percent_off: 100 }],
    ['nothing off', 50_000, [percent(0)], { main: 500 }],
    ['half a paisa, rounded up', 101, [percent(50)], { main: 0.51, struck: 1.01, percent_off: 50 }],
    ['under half a paisa, rounded down', 333, [percent(12.5)], { main: 2.91, struck: 3.33, percent_off: 13 }],
    ['a badge that rounds to nothing', 10_000_000, [rupeesOff(1)], { main: 99_999, struck: 100_000 }],
    [
      'the fee struck, whatever the discount says',
      550_000,
      [percent(10, 'course-sum')],
      { main: 4950, struck: 5500, percent_off: 10 },
    ],
  ];
  it.each(table)('with %s', (_name, fee, discounts, price) => {
    expect(toPrice(priceCourse(fee, discounts))).toEqual(price);
  });
});

describe('the price of a package', () => {
  const fees = [550_000, 1_000_000];
  const table: Array<[string, number, StoredDiscount[], object]> = [
    ['no discount', 1_400_000, [], { main: 14_000 }],
    [
      'the course sum struck',
      1_400_000,
      [percent(10, 'course-sum')],
      { main: 12_600, struck: 15_500, percent_off: 19 },
    ],
    ['the base price struck', 1_400_000, [percent(10)], { main: 12_600, struck: 14_000, percent_off: 10 }],
    ['a course sum below the price, not struck', 2_000_000, [percent(10, 'course-sum')], { main: 18_000 }],
    ['a fixed amount', 1_400_000, [rupeesOff(500, 'course-sum')], { main: 13_500, struck: 15_500, percent_off: 13 }],
  ];
  it.each(table)('with %s', (_name, fee, discounts, price) => {
    expect(toPrice(pricePackage(fee, fees, discounts))).toEqual(price);
  });
});
