import { expect, it } from 'vitest';
import { fillTemplate } from '../../../../src/staff/enquiries/enquiry-texts.ts';

const template = 'Dear {name},\nyour reference is {reference}, {name}.';

it.each([
  ['Asha Nair', 'Dear Asha Nair,\nyour reference is E-7, Asha Nair.'],
  ['$& {reference}', 'Dear $& {reference},\nyour reference is E-7, $& {reference}.'],
  [null, 'Dear ,\nyour reference is E-7, .'],
])(
  'a reply template contains the sender’s name unchanged, or nothing for an unknown sender (name: %s)',
  (name, filled) => {
    expect(fillTemplate(template, { name, reference: 'E-7' })).toBe(filled);
  },
);
