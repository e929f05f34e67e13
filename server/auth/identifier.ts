import type { IdentifierField } from '../../contract/auth.ts';

/**
 * A field of a student in which to look for the text typed at sign-in. `value`: this text in the normalised form of the
 * field.
 */
export type Candidate = { field: IdentifierField; value: string };

const mobileLength = 10;

/** The ten digits of an Indian mobile number, written with or without +91, 0091, 91 or 0; null for any other text. */
export function normaliseMobile(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return null;
  const local = digits.replace(/^(?:0091|091|91|0)(?=\d{10}$)/, '');
  return local.length === mobileLength ? local : null;
}

export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Normalises an INDOS or passport number: capitals, without spaces and dashes. */
export function normaliseNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/**
 * The fields in which to look up the text typed at sign-in, each with the normalised text, the most likely field first
 * (docs/product.md#sign-in).
 */
export function readIdentifier(identifier: string): Candidate[] {
  // NUL characters are removed, because PostgreSQL cannot store them.
  const text = identifier.replaceAll('\0', '');
  if (text.includes('@')) return [{ field: 'email', value: normaliseEmail(text) }];
  const mobile = normaliseMobile(text);
  const number = normaliseNumber(text);
  return [
    ...(mobile ? [{ field: 'mobile' as const, value: mobile }] : []),
    ...(number ? (['indos_number', 'passport_number'] as const).map((field) => ({ field, value: number })) : []),
  ];
}

/** Normalises an email address or a phone number for comparison. */
export function normaliseContact(text: string): string {
  return text.includes('@') ? normaliseEmail(text) : (normaliseMobile(text) ?? text.replace(/\D/g, ''));
}
