import { describe, expect, it } from 'vitest';
import { profileCompletion } from '../../../../src/student/profile/profile-completion.ts';
import { addressFields, type PartialStudent, personalFields } from '../../../../src/student/profile/profile-fields.ts';

const id = '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';
const filled = (fields: ReadonlyArray<{ name: string }>) => Object.fromEntries(fields.map(({ name }) => [name, 'x']));
const job = { position: 'Cadet', company: '', period: '', description: '' };
const complete: PartialStudent = {
  id,
  ...filled(personalFields),
  ...filled(addressFields),
  experience: [job],
  image_url: '/api/files/1',
};
const percentOf = (student: PartialStudent) => profileCompletion(student).percent;

describe('the completion of a profile', () => {
  it('profile completion is 0 % for an empty profile and 100 % for a complete profile', () => {
    expect(percentOf({ id })).toBe(0);
    expect(profileCompletion(complete)).toEqual({ percent: 100, gaps: [] });
  });

  it('personal details, address and experience each count for 30 % of profile completion, and the picture for 10 %', () => {
    expect(percentOf({ id, ...filled(personalFields) })).toBe(30);
    expect(percentOf({ id, ...filled(addressFields) })).toBe(30);
    expect(percentOf({ id, experience: [job] })).toBe(30);
    expect(percentOf({ id, image_url: '/api/files/1' })).toBe(10);
  });

  it('a partly filled section counts towards profile completion in proportion to its filled fields', () => {
    expect(percentOf({ id, ...filled(personalFields.slice(0, 4)) })).toBe(15);
    expect(percentOf({ id, ...filled(addressFields.slice(0, 1)) })).toBe(3);
    expect(percentOf({ ...complete, street: ' ' })).toBe(97);
  });

  it('a second experience entry adds nothing to the profile completion', () => {
    expect(percentOf({ id, experience: [job, job] })).toBe(30);
    expect(percentOf({ ...complete, experience: [] })).toBe(70);
  });

  it('profileCompletion lists each missing field with its tab, but an empty section as a single entry', () => {
    expect(profileCompletion({ ...complete, passport_number: null, city: '', image_url: null }).gaps).toEqual([
      { label: 'Passport number', tab: 'personal', field: 'passport_number' },
      { label: 'City', tab: 'address', field: 'city' },
      { label: 'Profile image', tab: 'picture', field: null },
    ]);
    expect(profileCompletion({ id }).gaps.map(({ label, field }) => [label, field])).toEqual([
      ['Personal details', 'first_name'],
      ['Permanent address', 'house_number'],
      ['Experience', null],
      ['Profile image', null],
    ]);
  });
});
