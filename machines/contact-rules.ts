import type { CodeMethod } from '../contract/auth.ts';

// The pattern of an email address, copied from contract/email-shape.ts. Importing that file would make the login page
// load one more file.
const addressShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/**
 * A phone number as the one-time-code provider expects it: digits only, with the country prefix (91 is added to a
 * number of 10 digits); null if invalid.
 */
export function normalizePhone(phone: string): string | null {
  const digits = phone.replace(/\s/g, '').replace(/^0/, '');
  if (!/^\d{10,15}$/.test(digits)) return null;
  return digits.length === 10 ? `91${digits}` : digits;
}

/** The email address, trimmed and in lower case; null if it does not have the form of an email address. */
export function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return addressShape.test(address) ? address : null;
}

/** Normalises the phone number or email address to which a code is sent; null if invalid. */
export function normalizeContact(method: CodeMethod, contact: string): string | null {
  return method === 'whatsapp_otp' ? normalizePhone(contact) : normalizeEmail(contact);
}

/**
 * Masks a contact for the one-time-code screens: only the last 4 digits of a phone number, or the first and last
 * characters of an email address, are shown.
 */
export function maskContact(method: CodeMethod, contact: string): string {
  if (method === 'whatsapp_otp') return contact.slice(-4).padStart(contact.length, '*');
  return `${contact.slice(0, 1)}${'*'.repeat(Math.max(0, contact.length - 2))}${contact.slice(-1)}`;
}
