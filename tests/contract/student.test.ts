import { describe, expect, it } from 'vitest';
import { profileSchema } from '../../contract/student.ts';

const profile = {
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha.nair@example.com',
  mobile: '9876500001',
  whatsapp_number: '9876500001',
  dob: '2001-02-03',
};

function complaintOf(change: Record<string, unknown>): string | undefined {
  return profileSchema.safeParse({ ...profile, ...change }).error?.issues[0]?.message;
}

describe('the profile form', () => {
  it('the profile form accepts a complete profile', () => {
    expect(complaintOf({})).toBeUndefined();
  });

  it.each([
    ['first_name', '', 'First Name is required'],
    ['last_name', ' ', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'asha', 'Invalid email format'],
    ['first_name', 'Asha\nNair', 'Use one line, without control characters'],
    ['passport_number', 'P1000\u0000', 'Use one line, without control characters'],
    ['city', 'Kochi\tFort', 'Use one line, without control characters'],
    ['mobile', '98765', 'Phone number must be 10 digits'],
    ['whatsapp_number', '98765000011', 'WhatsApp number must be 10 digits'],
    ['dob', '', 'Date of Birth is required'],
    ['pincode', '6001', 'Pincode must be 6 digits'],
  ])('the profile form refuses the field %s with the value %j and the message: %s', (field, value, message) => {
    expect(complaintOf({ [field]: value })).toBe(message);
  });

  it('the profile form does not require a city, a pincode, an INDOS number or a passport number', () => {
    expect(complaintOf({ indos_number: '', passport_number: null, pincode: '', city: undefined })).toBeUndefined();
  });
});
