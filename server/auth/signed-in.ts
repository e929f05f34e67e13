import type { IdentifierField, LookupUser } from '../../contract/auth.ts';
import type { SignedIn } from '../../contract/signed-in.ts';
import type { Account } from './account.repo.ts';
import { maskEmail, maskPhone } from './mask.ts';

/** The student as the header shows them. */
export function toSignedIn(account: Account): SignedIn {
  return { id: account.id, name: `${account.first_name} ${account.last_name}`.trim(), image: account.image_url };
}

/** What a lookup tells a stranger: masked contacts (decisions, "Answers"). */
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
