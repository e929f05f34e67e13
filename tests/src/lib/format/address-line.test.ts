import { expect, it } from 'vitest';
import { addressLine } from '../../../../src/lib/format/address-line.ts';

it('an address on one line leaves out empty parts, and a part that equals the previous one except for upper and lower case', () => {
  const parts = ['12', 'Royapuram', 'ROYAPURAM', null, 'Royapuram', '', 'Chennai', undefined, 'Chennai', '600013'];
  expect(addressLine(parts)).toBe('12, Royapuram, Chennai, 600013');
});

it('an address on one line shows a part twice if a different part is between, as in “Delhi, New Delhi, Delhi”', () => {
  expect(addressLine(['Delhi', 'New Delhi', 'Delhi'])).toBe('Delhi, New Delhi, Delhi');
});

it('an address on one line is null if all its parts are empty', () => {
  expect(addressLine([null, undefined, ''])).toBeNull();
});
