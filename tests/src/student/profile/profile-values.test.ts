import { describe, expect, it } from 'vitest';
import {
  checkProfile,
  emptyExperience,
  isChanged,
  settledValues,
  toProfileValues,
  withDraft,
} from '../../../../src/student/profile/profile-values.ts';

const known = toProfileValues({
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha@example.com',
  mobile: '9876500001',
  whatsapp_number: '9876500001',
  dob: '2003-06-14',
  city: 'Chennai',
});

describe('values of the profile form', () => {
  it('are unchanged when nothing differs in what is sent', () => {
    expect(isChanged(known, known)).toBe(false);
    expect(isChanged({ ...known, city: 'Kochi' }, known)).toBe(true);
    const entry = { ...emptyExperience(), position: 'Cadet' };
    expect(isChanged({ ...known, experience: [entry] }, known)).toBe(true);
    const renamed = { ...known, experience: [{ ...entry, key: 'other' }] };
    expect(isChanged(renamed, { ...known, experience: [entry] })).toBe(false);
  });

  it('mark addresses as the same only where there is one', () => {
    expect(toProfileValues({}).isSameAddress).toBe(false);
    expect(toProfileValues({ city: 'Kochi', correspondence_address: { city: 'Kochi' } }).isSameAddress).toBe(true);
    expect(toProfileValues({ city: 'Kochi', correspondence_address: { city: 'Chennai' } }).isSameAddress).toBe(false);
  });

  it('send the permanent address as the other one while it follows', () => {
    const following = { ...known, isSameAddress: true };
    expect(settledValues(following).correspondence_address.city).toBe('Chennai');
    expect(settledValues(known).correspondence_address.city).toBe('');
  });

  it('tell a fault of a followed address once', () => {
    const wrong = { ...known, pincode: '12', isSameAddress: true };
    expect(checkProfile(wrong)).toEqual({ pincode: 'Pincode must be 6 digits' });
    expect(checkProfile(known)).toEqual({});
  });

  it('take a draft over, and none that cannot be read', () => {
    const draft = { ...known, last_name: 'Menon', experience: [{ ...emptyExperience(), position: 'Cadet' }] };
    expect(withDraft(known, JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    for (const broken of [null, 'x', [], { last_name: 5 }, { ...draft, experience: 'x' }])
      expect(withDraft(known, broken)).toEqual(known);
  });
});
