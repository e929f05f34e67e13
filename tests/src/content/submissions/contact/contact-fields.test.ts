import { describe, expect, it } from 'vitest';
import {
  type ContactValues,
  contactErrors,
  emptyContact,
  hasEmptyRequired,
  initialContact,
  toContact,
  validateContact,
} from '../../../../../src/content/submissions/contact/contact-fields.ts';

const valid: ContactValues = {
  name: 'Nila Thomas',
  email: 'nila@example.com',
  phone: '98765 00071',
  subject: 'fees',
  message: 'Is the fee of DNS paid in parts?',
};
const errorsOf = (changes: Partial<ContactValues>) => validateContact({ ...valid, ...changes });

describe('rules of the contact form', () => {
  it.each([
    ['an Indian mobile number', '98765 00071'],
    ['a number with its country code', '+91 (44) 2222-3333'],
    ['no phone number', ''],
  ])('the contact form accepts %s', (_, phone) => {
    expect(errorsOf({ phone })).toEqual({});
  });

  it.each<[keyof ContactValues, string, string]>([
    ['name', '', 'Name is required'],
    ['name', ' ', 'Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nila@', 'Email is required in the form name@example.com'],
    ['phone', '12', 'Enter valid number'],
    ['phone', 'call me', 'Enter valid number'],
    ['subject', '', 'Enter subject'],
    ['subject', 'jobs', 'Enter subject'],
    ['message', '', 'Message is required'],
  ])('the contact form refuses the field %s with the value %j: %s', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: message });
  });

  it.each<[keyof ContactValues, number, string]>([
    ['name', 101, 'Name is required, in at most 100 characters'],
    ['message', 5001, 'Message is required, in at most 5000 characters'],
  ])('the contact form refuses the field %s with %i characters: %s', (name, length, message) => {
    expect(errorsOf({ [name]: 'x'.repeat(length) })).toEqual({ [name]: message });
    expect(errorsOf({ [name]: 'x'.repeat(length - 1) })).toEqual({});
  });

  it.each<[keyof ContactValues, string, boolean]>([
    ['name', ' ', true],
    ['email', '', true],
    ['subject', '', true],
    ['message', '', true],
    ['phone', '', false],
    ['email', 'nila@', false],
    ['phone', '12', false],
  ])(
    'hasEmptyRequired says whether a required contact field is empty, not whether a value is valid (field %s set to %j): %j',
    (name, value, isLacking) => {
      expect(hasEmptyRequired({ ...valid, [name]: value })).toBe(isLacking);
    },
  );

  it('the errors of the contact form are listed in the order of its fields, with the labels of the fields', () => {
    const faults = contactErrors({ message: 'd', phone: 'c', email: 'b', name: 'a' });
    expect(faults.map(({ label, message }) => `${label}: ${message}`)).toEqual([
      'Name: a',
      'Email: b',
      'Phone (optional): c',
      'Message: d',
    ]);
  });
});

it('an enquiry is sent without spaces around its texts and does not need a phone number', () => {
  expect(toContact({ ...valid, name: ' Nila Thomas ', phone: '' })).toEqual({ ...valid, phone: '' });
});

it.each([
  ['course', 'course'],
  ['jobs', ''],
])('the subject %j in the URL prefills the contact form with the subject %j', (subject, filledIn) => {
  expect(initialContact({ subject, message: 'About DNS' })).toEqual({
    ...emptyContact,
    subject: filledIn,
    message: 'About DNS',
  });
});
