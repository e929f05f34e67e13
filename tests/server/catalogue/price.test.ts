import { describe, expect, it } from 'vitest';
import { priceCourse, pricePackage, toCoursePrice, toPrice } from '../../../server/catalogue/price.ts';
import type { StoredDiscount } from '../../../server/db/discounts.ts';

const percent = (value: number, crossed: StoredDiscount['crossed_out_price'] = 'base-price'): StoredDiscount => ({
  id: 1,
  type: 'percentage',
  value: value * 100,
  crossed_out_price: crossed,
});
const rupeesOff = (value: number, crossed: StoredDiscount['crossed_out_price'] = 'base-price'): StoredDiscount => ({
  id: 1,
  type: 'fixed_amount',
  value: value * 100,
  crossed_out_price: crossed,
});

describe('the price of a course', () => {
  const table: Array<[string, number, StoredDiscount[], object]> = [
    ['no discount', 550_000, [], { main: 5500 }],
    ['a percentage discount', 550_000, [percent(10)], { main: 4950, struck: 5500, percent_off: 10 }],
    ['a fixed discount', 550_000, [rupeesOff(750)], { main: 4750, struck: 5500, percent_off: 14 }],
    [
      'two discounts, of which only the first counts',
      550_000,
      [percent(10), percent(50)],
      { main: 4950, struck: 5500, percent_off: 10 },
    ],
    ['a discount above the fee', 50_000, [rupeesOff(9999)], { main: 0, struck: 500, percent_off: 100 }],
    ['a discount of 100 %', 50_000, [percent(100)], { main: 0, struck: 500, percent_off: 100 }],
    ['a discount of 0 %', 50_000, [percent(0)], { main: 500 }],
    [
      'a discount that leaves half a paisa, which is rounded up',
      101,
      [percent(50)],
      { main: 0.51, struck: 1.01, percent_off: 50 },
    ],
    [
      'a discount that leaves less than half a paisa, which is rounded down',
      333,
      [percent(12.5)],
      { main: 2.91, struck: 3.33, percent_off: 13 },
    ],
    [
      'a discount that rounds to 0 %, which shows no badge',
      10_000_000,
      [rupeesOff(1)],
      { main: 99_999, struck: 100_000 },
    ],
    [
      'a discount that strikes the sum of course fees, which only a package has',
      550_000,
      [percent(10, 'course-sum')],
      { main: 4950, struck: 5500, percent_off: 10 },
    ],
  ];
  it.each(table)(
    'priceCourse computes the price of a course after its discounts: %s',
    (_name, fee, discounts, price) => {
      expect(toPrice(priceCourse(fee, discounts))).toStrictEqual(price);
    },
  );
});

describe('the price of a package', () => {
  const fees = [550_000, 1_000_000];
  const table: Array<[string, number, StoredDiscount[], object]> = [
    ['no discount', 1_400_000, [], { main: 14_000 }],
    [
      'a discount that strikes the sum of course fees',
      1_400_000,
      [percent(10, 'course-sum')],
      { main: 12_600, struck: 15_500, percent_off: 19 },
    ],
    [
      'a discount that strikes the base price',
      1_400_000,
      [percent(10)],
      { main: 12_600, struck: 14_000, percent_off: 10 },
    ],
    [
      'a sum of course fees below the package price, which is not struck',
      2_000_000,
      [percent(10, 'course-sum')],
      { main: 18_000 },
    ],
    ['a fixed discount', 1_400_000, [rupeesOff(500, 'course-sum')], { main: 13_500, struck: 15_500, percent_off: 13 }],
  ];
  it.each(table)(
    'pricePackage computes the price of a package after its discounts: %s',
    (_name, fee, discounts, price) => {
      expect(toPrice(pricePackage(fee, fees, discounts))).toStrictEqual(price);
    },
  );
});

describe('the price of a course with yearly fees', () => {
  const fees = [
    { year: 'Year 1', particulars: 'Tuition', fee: 185_000 },
    { year: 'Year 2', particulars: 'Tuition', fee: 190_000.5 },
  ];

  it('the price of a course with yearly fees is the fee of year 1, with the total of all years', () => {
    expect(toCoursePrice(priceCourse(18_500_000, []), { fees })).toStrictEqual({
      main: 185_000,
      by_year: { years: 2, total: 375_000.5 },
    });
  });

  it('a discount on a course with yearly fees reduces the fee of year 1 and the total of all years by the same amount', () => {
    expect(toCoursePrice(priceCourse(18_500_000, [percent(8)]), { fees })).toStrictEqual({
      main: 170_200,
      struck: 185_000,
      percent_off: 8,
      by_year: { years: 2, total: 360_200.5 },
    });
  });

  it('the price of a course without yearly fees has the course’s note about the price, but no total of all years', () => {
    expect(toCoursePrice(priceCourse(100_000, []), { price_note: 'hostel extra' })).toStrictEqual({
      main: 1000,
      note: 'hostel extra',
    });
  });
});
