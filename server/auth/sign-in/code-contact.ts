import { getContact } from '../../../contract/auth.ts';
import { invalidRequest, refuse } from '../../http/refusal.ts';
import type { Account } from '../account.repo.ts';

type Flags = { isWhatsapp?: 'true' | 'false' | undefined; isEmail?: 'true' | 'false' | undefined };

/**
 * The contact to which a one-time code is sent: with `isEmail` the email address; with `isWhatsapp` the WhatsApp
 * number, or the mobile number if there is no WhatsApp number.
 * @throws Refusal 400 unless exactly one of the two flags is true; 404 if there is no such account or contact
 */
export function pickCodeContact(account: Account | undefined, { isWhatsapp, isEmail }: Flags): string {
  if ((isWhatsapp === 'true') === (isEmail === 'true')) {
    const message = 'Set one of isWhatsapp and isEmail to true.';
    throw invalidRequest(message, { isWhatsapp: message });
  }
  const { refusals } = getContact;
  if (!account) throw refuse(refusals, 'USER_NOT_FOUND', 'User not found');
  const contact = isEmail === 'true' ? account.email : (account.whatsapp_number ?? account.mobile);
  if (contact) return contact;
  throw refuse(refusals, 'CONTACT_NOT_FOUND', isEmail === 'true' ? 'Unable to fetch email' : 'Unable to fetch number');
}
