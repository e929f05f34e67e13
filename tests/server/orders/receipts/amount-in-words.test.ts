import { expect, it } from 'vitest';
import { amountInWords, numberInWords } from '../../../../server/orders/receipts/amount-in-words.ts';

it.each([
  [0, 'Zero'],
  [1, 'One'],
  [10, 'Ten'],
  [11, 'Eleven'],
  [19, 'Nineteen'],
  [20, 'Twenty'],
  [21, 'Twenty One'],
  [40, 'Forty'],
  [99, 'Ninety Nine'],
  [100, 'One Hundred'],
  [101, 'One Hundred One'],
  [999, 'Nine Hundred Ninety Nine'],
  [1000, 'One Thousand'],
  [12_500, 'Twelve Thousand Five Hundred'],
  [99_999, 'Ninety Nine Thousand Nine Hundred Ninety Nine'],
  [100_000, 'One Lakh'],
  [100_001, 'One Lakh One'],
  [1_234_567, 'Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven'],
  [9_999_999, 'Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine'],
  [10_000_000, 'One Crore'],
  [123_456_789, 'Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine'],
  [1_000_000_000, 'One Hundred Crore'],
  [1_000_000_000_000, 'One Lakh Crore'],
])('numberInWords writes %i as %s', (number, words) => {
  expect(numberInWords(number)).toBe(words);
});

it.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paise Only'],
  [100, 'Rupees One Only'],
  [199, 'Rupees One and Ninety Nine Paise Only'],
  [1_350_000, 'Rupees Thirteen Thousand Five Hundred Only'],
  [10_000_050, 'Rupees One Lakh and Fifty Paise Only'],
])('amountInWords writes %i paise as %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});
