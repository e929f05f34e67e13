import type { IdentifierField, LookupUser } from '../../../contract/auth.ts';
import type { SignedIn } from '../../../contract/signed-in.ts';
import { maskEmail } from '../../providers/mail/mail.ts';
import type { Account } from '../account.repo.ts';

const shownDigits = 4;

/** Masks all but the last four digits of a phone number: `******0001`. */
export function maskPhone(phone: string): string {
  return `${'*'.repeat(Math.max(0, phone.length - shownDigits))}${phone.slice(-shownDigits)}`;
}

/** The student as shown in the page header. */
export function toSignedIn(account: Account): SignedIn {
  return { id: account.id, name: `${account.first_name} ${account.last_name}`.trim(), image: account.image_url };
}

/** The result of a sign-in lookup. The caller may be a stranger, so contacts are masked (docs/product.md#sign-in). */
export function toLookupUser(account: Account, field: IdentifierField): LookupUser {
  return {
    user_id: account.id,
    field,
    email: account.email && maskEmail(account.email),
    mobile: account.mobile && maskPhone(account.mobile),
    whatsapp_number: account.whatsapp_number && maskPhone(account.whatsapp_number),
    is_default_password: account.is_default_password,
  };
}
