const shown = 4;

/** `******0001`: the last four digits (document 1, section 5). */
export function maskPhone(phone: string): string {
  return `${'*'.repeat(Math.max(0, phone.length - shown))}${phone.slice(-shown)}`;
}

/** `a****r@example.com`: first and last character before the @; the stars tell no length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const last = name.length > 2 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}****${last}${email.slice(at)}`;
}
