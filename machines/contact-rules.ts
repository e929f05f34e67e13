import type { CodeMethod } from '../contract/auth.ts';

const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Number as the code provider takes it: digits with country prefix (document 1, section 5); null where it is invalid. */
export function normalizePhone(phone: string): string | null {
  const digits = phone.replace(/\s/g, '').replace(/^0/, '');
  if (!/^\d{10,15}$/.test(digits)) return null;
  return digits.length === 10 ? `91${digits}` : digits;
}

/** E-mail trimmed and lowercased; null where it has not the simple shape of an address (document 1, section 5). */
export function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase();
  return addressShape.test(address) ? address : null;
}

/** The contact in the form that the method sends to, or null. */
export function normalizeContact(method: CodeMethod, contact: string): string | null {
  return method === 'whatsapp_otp' ? normalizePhone(contact) : normalizeEmail(contact);
}

/** Masked for the code screens: a phone's last 4 digits, an e-mail's first and last characters (document 1, section 5). */
export function maskContact(method: CodeMethod, contact: string): string {
  if (method === 'whatsapp_otp') return contact.slice(-4).padStart(contact.length, '*');
  return `${contact.slice(0, 1)}${'*'.repeat(Math.max(0, contact.length - 2))}${contact.slice(-1)}`;
}
