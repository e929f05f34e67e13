import { describe, expect, it } from 'vitest';
import { maskContact, normalizeContact, normalizeEmail, normalizePhone } from '../../machines/contact-rules.ts';

describe('a WhatsApp number', () => {
  it.each([
    ['98765 00001', '919876500001'],
    ['098765 00001', '919876500001'],
    ['919876500001', '919876500001'],
    [' 98765\t00001 ', '919876500001'],
    ['123456789012345', '123456789012345'],
  ])('%j goes to %j', (phone, sent) => {
    expect(normalizePhone(phone)).toBe(sent);
  });

  it.each(['', '987650000', '1234567890123456', '+919876500001', '98765-00001', 'asha'])('%j is invalid', (phone) => {
    expect(normalizePhone(phone)).toBeNull();
  });

  it('loses one leading 0 only', () => {
    expect(normalizePhone('0098765000')).toBeNull();
    expect(normalizePhone('00987650000')).toBe('910987650000');
  });

  it('shows only its last 4 digits', () => {
    expect(maskContact('whatsapp_otp', '919876500001')).toBe('********0001');
  });
});

describe('an e-mail', () => {
  it('is trimmed and lowercased', () => {
    expect(normalizeEmail('  Asha.Nair@Example.COM ')).toBe('asha.nair@example.com');
  });

  it.each(['', 'asha', 'asha@', 'asha@example', '@example.com', 'a b@example.com', 'a@b@example.com'])(
    '%j is invalid',
    (email) => {
      expect(normalizeEmail(email)).toBeNull();
    },
  );

  it('keeps its first and last characters when masked', () => {
    expect(maskContact('email_otp', 'asha@x.in')).toBe('a*******n');
  });
});

it('is read by the rule of its method', () => {
  expect(normalizeContact('whatsapp_otp', 'asha@example.com')).toBeNull();
  expect(normalizeContact('email_otp', '9876500001')).toBeNull();
});
