import { describe, expect, it } from 'vitest';
import { checkRegister, type RegisterValues, toRegistration } from '../../../../src/auth/register/register-fields.ts';

const today = '2026-03-01';
const valid: RegisterValues = {
  first_name: 'Nila',
  last_name: 'Thomas',
  email: 'nila.thomas@example.com',
  mobile: '98765 00071',
  whatsapp_number: '9876500072',
  indos_number: '',
  dob: '2005-02-28',
  password: 'anchor watch',
  confirm: 'anchor watch',
  terms: true,
};
const errorsOf = (changes: Partial<RegisterValues>) => checkRegister({ ...valid, ...changes }, today);

const invalidDate = 'Enter a valid date, for example 14 6 2003';
const notInPast = 'Date of Birth must be a day in the past';
const notTenDigits = {
  mobile: 'Mobile number must be exactly 10 digits.',
  whatsapp_number: 'Whatsapp number must be exactly 10 digits.',
};

describe('rules of the registration form', () => {
  it('the registration form accepts valid details', () => {
    expect(errorsOf({})).toEqual({});
  });

  it.each<[keyof RegisterValues, string, string]>([
    ['first_name', '', 'First Name is required'],
    ['last_name', ' ', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nila@', 'Invalid email format'],
    ['mobile', '', notTenDigits.mobile],
    ['mobile', '987650007', notTenDigits.mobile],
    ['mobile', '98765000711', notTenDigits.mobile],
    ['whatsapp_number', '', notTenDigits.whatsapp_number],
    ['whatsapp_number', '987650007', notTenDigits.whatsapp_number],
    ['whatsapp_number', '98765000711', notTenDigits.whatsapp_number],
    ['confirm', '', 'Confirm Password is required'],
    ['confirm', 'anchor watcH', 'Passwords do not match.'],
  ])('the registration form refuses the field %s with the value %j: %s', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: message });
  });

  it.each(['first_name', 'last_name', 'indos_number'] as const)(
    'the registration form refuses more than 200 characters in the field %s',
    (name) => {
      expect(errorsOf({ [name]: 'x'.repeat(200) })).toEqual({});
      expect(errorsOf({ [name]: 'x'.repeat(201) })).toEqual({ [name]: 'At most 200 characters' });
    },
  );

  it('the registration form refuses an email of more than 254 characters', () => {
    expect(errorsOf({ email: `${'x'.repeat(243)}@example.com` })).toEqual({ email: 'Invalid email format' });
  });

  it.each([
    [7, 'Password must be at least 8 characters.'],
    [201, 'Password must be at most 200 characters.'],
  ])('the registration form refuses a password of %i characters: %s', (length, message) => {
    const password = 'x'.repeat(length);
    expect(errorsOf({ password, confirm: password })).toEqual({ password: message });
  });

  it('the registration form requires the password and its confirmation', () => {
    expect(errorsOf({ password: '', confirm: '' })).toEqual({
      password: 'Password is required',
      confirm: 'Confirm Password is required',
    });
  });

  it.each([
    ['', 'Date of Birth is required'],
    ['2005-13-28', invalidDate],
    ['2005-02-30', invalidDate],
    ['-02-28', invalidDate],
    ['1066-10-14', notInPast],
    ['2027-02-28', notInPast],
    ['2026-03-01', notInPast],
  ])('the registration form refuses %j as a birth date: %s', (dob, message) => {
    expect(errorsOf({ dob })).toEqual({ dob: message });
  });

  it('the registration form accepts yesterday as a birth date', () => {
    expect(errorsOf({ dob: '2026-02-28' })).toEqual({});
  });

  it('the registration form requires the terms to be accepted', () => {
    expect(errorsOf({ terms: false })).toEqual({ terms: 'You must accept the terms and conditions.' });
  });
});

it('the registration form sends texts without surrounding spaces, phone numbers without spaces, and the birth date as YYYY-MM-DD', () => {
  const typed = { ...valid, first_name: ' Nila ', email: ' nila.thomas@example.com ', indos_number: ' 24EL0071 ' };
  expect(toRegistration(typed)).toEqual({
    first_name: 'Nila',
    last_name: 'Thomas',
    email: 'nila.thomas@example.com',
    mobile: '9876500071',
    whatsapp_number: '9876500072',
    indos_number: '24EL0071',
    dob: '2005-02-28',
    password: 'anchor watch',
  });
});
