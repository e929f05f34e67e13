import { describe, expect, it } from 'vitest';
import {
  checkProfile,
  emptyExperience,
  isChanged,
  type ProfileValues,
  resolvedValues,
  toDraft,
  toProfileValues,
  withDraft,
} from '../../../../../src/student/profile/form/profile-values.ts';

const known = toProfileValues({
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha@example.com',
  mobile: '9876500001',
  whatsapp_number: '9876500001',
  dob: '2003-06-14',
  city: 'Chennai',
});

describe('the values of the profile form', () => {
  it('isChanged finds changes in the profile form, but ignores the key of an experience entry, which is not sent to the server', () => {
    expect(isChanged(known, known)).toBe(false);
    expect(isChanged({ ...known, city: 'Kochi' }, known)).toBe(true);
    const entry = { ...emptyExperience(), position: 'Cadet' };
    expect(isChanged({ ...known, experience: [entry] }, known)).toBe(true);
    const renamed = { ...known, experience: [{ ...entry, key: 'other' }] };
    expect(isChanged(renamed, { ...known, experience: [entry] })).toBe(false);
  });

  it('toProfileValues marks equal permanent and correspondence addresses as the same, but not two empty addresses', () => {
    expect(toProfileValues({}).isSameAddress).toBe(false);
    expect(toProfileValues({ city: 'Kochi', correspondence_address: { city: 'Kochi' } }).isSameAddress).toBe(true);
    expect(toProfileValues({ city: 'Kochi', correspondence_address: { city: 'Chennai' } }).isSameAddress).toBe(false);
  });

  it('resolvedValues copies the permanent address into the correspondence address if both are marked as the same', () => {
    const following = { ...known, isSameAddress: true };
    expect(resolvedValues(following).correspondence_address.city).toBe('Chennai');
    expect(resolvedValues(known).correspondence_address.city).toBe('');
  });

  it('checkProfile reports an address error only once if both addresses are marked as the same', () => {
    const wrong = { ...known, pincode: '12', isSameAddress: true };
    expect(checkProfile(wrong)).toEqual({ pincode: 'Pincode must be 6 digits' });
    const correspondence_address = { ...known.correspondence_address, pincode: '12' };
    expect(checkProfile({ ...wrong, isSameAddress: false, correspondence_address })).toEqual({
      pincode: 'Pincode must be 6 digits',
      'correspondence_address.pincode': 'Pincode must be 6 digits',
    });
  });

  it('withDraft restores a saved draft of the profile form and ignores an unreadable draft', () => {
    const draft = { ...known, last_name: 'Menon', experience: [{ ...emptyExperience(), position: 'Cadet' }] };
    expect(withDraft(known, JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    for (const broken of [null, 'x', [], { last_name: 5 }, { ...draft, experience: 'x' }])
      expect(withDraft(known, broken)).toEqual(known);
  });
});

describe('the draft of the profile form', () => {
  it('toDraft returns only the changed values of the profile form', () => {
    const experience = [{ ...emptyExperience(), position: 'Cadet' }];
    const values = { ...known, last_name: 'Menon', experience };
    const draft = toDraft(values, known);
    expect(draft).toEqual({ last_name: 'Menon', experience });
    const fresh = { ...known, email: 'asha@office.example', isSameAddress: true };
    expect(withDraft(fresh, JSON.parse(JSON.stringify(draft)))).toEqual({ ...fresh, last_name: 'Menon', experience });
  });

  it('toDraft returns all fields of a changed address, not only the changed field', () => {
    const { correspondence_address } = known;
    const draft = toDraft({ ...known, street: 'Beach Road', isSameAddress: true }, known);
    expect(draft).toMatchObject({ street: 'Beach Road', city: 'Chennai', isSameAddress: true, correspondence_address });
    expect(draft).not.toHaveProperty('last_name');
  });
});

describe('the rules of the profile form', () => {
  it('the profile form accepts a profile in which only the required fields are filled in', () => {
    expect(checkProfile(known)).toEqual({});
  });

  it.each<[keyof ProfileValues, string, string]>([
    ['first_name', '', 'First Name is required'],
    ['last_name', '', 'Last Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'asha@', 'Invalid email format'],
    ['mobile', '', 'Phone number must be 10 digits'],
    ['mobile', '98765', 'Phone number must be 10 digits'],
    ['mobile', '98765000011', 'Phone number must be 10 digits'],
    ['whatsapp_number', '', 'WhatsApp number must be 10 digits'],
    ['whatsapp_number', '98765', 'WhatsApp number must be 10 digits'],
    ['whatsapp_number', '98765000011', 'WhatsApp number must be 10 digits'],
    ['dob', '', 'Date of Birth is required'],
    ['dob', '2003-02-30', 'Enter a valid date, for example 14 6 2003'],
    ['dob', '-02-28', 'Enter a valid date, for example 14 6 2003'],
    ['pincode', '12', 'Pincode must be 6 digits'],
  ])('the profile form refuses the field %s with the value %j: %s', (name, value, message) => {
    expect(checkProfile({ ...known, [name]: value })).toEqual({ [name]: message });
  });

  it.each(['first_name', 'last_name', 'indos_number', 'passport_number', 'city'] as const)(
    'the profile form refuses a %s of more than 200 characters',
    (name) => {
      expect(checkProfile({ ...known, [name]: 'x'.repeat(200) })).toEqual({});
      expect(checkProfile({ ...known, [name]: 'x'.repeat(201) })).toEqual({ [name]: 'At most 200 characters' });
    },
  );

  it('the profile form refuses an invalid pincode in the correspondence address', () => {
    const correspondence_address = { ...known.correspondence_address, pincode: '12' };
    expect(checkProfile({ ...known, correspondence_address })).toEqual({
      'correspondence_address.pincode': 'Pincode must be 6 digits',
    });
  });

  it.each([
    ['position', 0, 'Position is required'],
    ['position', 201, 'At most 200 characters'],
    ['company', 201, 'At most 200 characters'],
    ['period', 201, 'At most 200 characters'],
    ['description', 2001, 'At most 2000 characters'],
  ])(
    'for an experience entry whose %s has %i characters, the check of the profile form returns the error “%s”',
    (name, length, message) => {
      const entry = { ...emptyExperience(), position: 'Cadet' };
      const experience = [entry, { ...entry, [name]: 'x'.repeat(length) }];
      expect(checkProfile({ ...known, experience })).toEqual({ [`experience.1.${name}`]: message });
    },
  );
});
