import type { IdentifierField } from '../../contract/auth.ts';

/** A field that an identifier may be, in the form that is stored. */
export type Candidate = { field: IdentifierField; value: string };

const mobileLength = 10;

/** Ten digits of an Indian number written with +91, 0091, 91 or 0 before it; null where it is none. */
export function normaliseMobile(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return null;
  const local = digits.replace(/^(?:0091|091|91|0)(?=\d{10}$)/, '');
  return local.length === mobileLength ? local : null;
}

export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** INDOS and passport numbers: capitals, without the spaces and dashes of print. */
export function normaliseNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** What an identifier may be, likeliest first (document 1, section 1). */
export function readIdentifier(identifier: string): Candidate[] {
  // The database's text holds no NUL.
  const text = identifier.replaceAll('\0', '').trim();
  if (text.includes('@')) return [{ field: 'email', value: normaliseEmail(text) }];
  const mobile = normaliseMobile(text);
  const number = normaliseNumber(text);
  return [
    ...(mobile ? [{ field: 'mobile' as const, value: mobile }] : []),
    ...(number ? (['indos_number', 'passport_number'] as const).map((field) => ({ field, value: number })) : []),
  ];
}

/** A stored contact in the form that contacts are compared in. */
export function normaliseContact(text: string): string {
  return text.includes('@') ? normaliseEmail(text) : (normaliseMobile(text) ?? text.replace(/\D/g, ''));
}
