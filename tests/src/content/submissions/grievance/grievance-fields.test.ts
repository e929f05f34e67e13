import { describe, expect, it } from 'vitest';
import {
  emptyGrievance,
  type GrievanceValues,
  hasInput,
  hasLongContact,
  toGrievance,
  validateGrievance,
} from '../../../../../src/content/submissions/grievance/grievance-fields.ts';

const valid: GrievanceValues = {
  grievance: 'The hostel has had no hot water since Monday.',
  anonymous: false,
  name: 'Nila Thomas',
  contact: '+91 98765 00071',
  email: 'nila@example.com',
};
const errorsOf = (changes: Partial<GrievanceValues>) => validateGrievance({ ...valid, ...changes });

describe('rules of the grievance form', () => {
  it('the grievance form accepts a complete grievance and a contact number of 20 characters', () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ contact: '12345678901234567890' })).toEqual({});
  });

  it.each<[keyof GrievanceValues, string, string]>([
    ['grievance', '', 'Grievance is required'],
    ['name', '', 'Name is required'],
    ['name', ' ', 'Name is required'],
    ['contact', '', 'Contact is required'],
    ['contact', '123456789012345678901', 'Kindly update your contact number'],
    ['email', '', 'Email is required'],
    ['email', 'nila', 'Email is required in the form name@example.com'],
  ])('the grievance form refuses the field %s with the value %j: %s', (name, value, message) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: message });
  });

  it.each<[keyof GrievanceValues, number, string]>([
    ['grievance', 5001, 'Grievance is required, in at most 5000 characters'],
    ['name', 101, 'Name is required, in at most 100 characters'],
  ])('the grievance form refuses the field %s with %i characters: %s', (name, length, message) => {
    expect(errorsOf({ [name]: 'x'.repeat(length) })).toEqual({ [name]: message });
    expect(errorsOf({ [name]: 'x'.repeat(length - 1) })).toEqual({});
  });

  it('an anonymous grievance needs no name, contact number or email, but needs a text', () => {
    const anonymous = { ...emptyGrievance, anonymous: true };
    expect(validateGrievance(anonymous)).toEqual({ grievance: 'Grievance is required' });
    expect(validateGrievance({ ...anonymous, grievance: valid.grievance })).toEqual({});
  });

  it.each([
    ['12345678901234567890', false, false],
    ['123456789012345678901', false, true],
    ['123456789012345678901', true, false],
  ])(
    'hasLongContact finds a contact number of over 20 characters unless the grievance is anonymous (number: %j, anonymous: %j): %j',
    (contact, anonymous, isLong) => {
      expect(hasLongContact({ ...valid, contact, anonymous })).toBe(isLong);
    },
  );

  it('the grievance form counts as filled in once “anonymous” is checked or a field has text', () => {
    expect(hasInput(emptyGrievance)).toBe(false);
    expect(hasInput({ ...emptyGrievance, anonymous: true })).toBe(true);
    expect(hasInput({ ...emptyGrievance, email: 'n' })).toBe(true);
  });
});

it('a grievance is sent with name, contact number and email, and an anonymous grievance without them', () => {
  expect(toGrievance({ ...valid, name: ' Nila Thomas ' })).toEqual(valid);
  expect(toGrievance({ ...valid, anonymous: true })).toEqual({ anonymous: true, grievance: valid.grievance });
});
