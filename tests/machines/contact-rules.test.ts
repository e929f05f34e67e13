import { describe, expect, it } from 'vitest';
import { maskContact, normalizeContact, normalizeEmail, normalizePhone } from '../../machines/contact-rules.ts';

describe('WhatsApp numbers', () => {
  it.each([
    ['98765 00001', '919876500001'],
    ['098765 00001', '919876500001'],
    ['919876500001', '919876500001'],
    [' 98765\t00001 ', '919876500001'],
    ['123456789012345', '123456789012345'],
  ])('the phone number %j is normalised to %s', (phone, sent) => {
    expect(normalizePhone(phone)).toBe(sent);
  });

  it.each(['', '987650000', '1234567890123456', '+919876500001', '98765-00001', 'asha'])(
    'the phone number %j is invalid',
    (phone) => {
      expect(normalizePhone(phone)).toBeNull();
    },
  );

  it('only one leading 0 of a phone number is removed', () => {
    expect(normalizePhone('0098765000')).toBeNull();
    expect(normalizePhone('00987650000')).toBe('910987650000');
  });

  it('a masked phone number shows only its last 4 digits', () => {
    expect(maskContact('whatsapp_otp', '919876500001')).toBe('********0001');
  });
});

describe('email addresses', () => {
  it('an email address is trimmed and converted to lower case', () => {
    expect(normalizeEmail('  Asha.Nair@Example.COM ')).toBe('asha.nair@example.com');
  });

  it.each(['', 'asha', 'asha@', 'asha@example', '@example.com', 'a b@example.com', 'a@b@example.com'])(
    'the email address %j is invalid',
    (email) => {
      expect(normalizeEmail(email)).toBeNull();
    },
  );

  it('a masked email address shows only its first and last characters', () => {
    expect(maskContact('email_otp', 'asha@x.in')).toBe('a*******n');
  });
});

it('signing in by WhatsApp does not accept an email address, and signing in by email does not accept a phone number', () => {
  expect(normalizeContact('whatsapp_otp', 'asha@example.com')).toBeNull();
  expect(normalizeContact('email_otp', '9876500001')).toBeNull();
});
