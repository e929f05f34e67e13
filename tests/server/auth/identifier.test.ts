import { describe, expect, it } from 'vitest';
import { normaliseContact, normaliseMobile, readIdentifier } from '../../../server/auth/identifier.ts';
import { maskPhone } from '../../../server/auth/sign-in/user-shape.ts';
import { maskEmail } from '../../../server/providers/mail/mail.ts';

describe('an identifier', () => {
  it('readIdentifier lists what a typed identifier can be (email, mobile or document number), the likeliest first', () => {
    expect(readIdentifier(' A@B.example ')).toEqual([{ field: 'email', value: 'a@b.example' }]);
    expect(readIdentifier('98765 00001')).toEqual(
      ['mobile', 'indos_number', 'passport_number'].map((field) => ({ field, value: '9876500001' })),
    );
    expect(readIdentifier('p 1000-001')).toEqual([
      { field: 'indos_number', value: 'P1000001' },
      { field: 'passport_number', value: 'P1000001' },
    ]);
    expect(readIdentifier(' - ')).toEqual([]);
  });

  it('readIdentifier removes NUL characters, which the database cannot store', () => {
    expect(readIdentifier('a\0@b.example')).toEqual([{ field: 'email', value: 'a@b.example' }]);
    expect(readIdentifier('\0')).toEqual([]);
  });

  it.each([
    ['+91-98765-00001', '9876500001'],
    ['0091 9876500001', '9876500001'],
    ['(0)98765 00001', '9876500001'],
    ['98765.00001', '9876500001'],
    ['98765+00001', null],
    ['x987650000', null],
    ['987650000x', null],
    ['9198765000', '9198765000'],
    ['0987650000', '0987650000'],
    ['98765', null],
    ['98765000011', null],
    ['9876x00001', null],
  ])('normaliseMobile turns %s into %s', (text, mobile) => {
    expect(normaliseMobile(text)).toBe(mobile);
  });

  it('normaliseContact ignores letter case in an email, and the Indian country prefix and punctuation in a phone number', () => {
    for (const phone of ['919876500001', '98765 00001']) expect(normaliseContact(phone)).toBe('9876500001');
    expect(normaliseContact(' A@B.example ')).toBe('a@b.example');
    expect(normaliseContact('+44 7700 900-123')).toBe('447700900123');
  });
});

describe('a masked contact', () => {
  it('a masked phone number shows only its last four digits', () => {
    expect(maskPhone('9876500001')).toBe('******0001');
    expect(maskPhone('123')).toBe('123');
  });

  it('a masked email address shows the first and last character before the @, or only the first of a two-character name', () => {
    expect(maskEmail('asha.nair@example.com')).toBe('a****r@example.com');
    expect(maskEmail('ab@example.com')).toBe('a****@example.com');
  });
});
