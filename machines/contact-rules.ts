import type { CodeMethod } from '../contract/auth.ts';

const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * A phone number as the code provider expects it: digits with the country prefix (91 if it has 10); null if invalid.
 */
export function normalizePhone(phone: string): string | null {
  const digits = phone.replace(/\s/g, '').replace(/^0/, '');
  if (!/^\d{10,15}$/.test(digits)) return null;
  return digits.length === 10 ? `91${digits}` : digits;
}

/** The email address, trimmed and in lower case; null if it does not look like one. */
export function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return addressShape.test(address) ? address : null;
}

/** Normalises the phone number or email address to which a code is sent; null if invalid. */
export function normalizeContact(method: CodeMethod, contact: string): string | null {
  return method === 'whatsapp_otp' ? normalizePhone(contact) : normalizeEmail(contact);
}

/** The contact masked for the code screens: only a phone's last 4 digits, or an email's first and last characters, are shown. */
export function maskContact(method: CodeMethod, contact: string): string {
  if (method === 'whatsapp_otp') return contact.slice(-4).padStart(contact.length, '*');
  return `${contact.slice(0, 1)}${'*'.repeat(Math.max(0, contact.length - 2))}${contact.slice(-1)}`;
}
