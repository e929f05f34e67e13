import { type ContactField, type ContactStatus, type ContactStatuses, contactFields } from '../db/schema.ts';
import type { Account } from './account.repo.ts';
import { normaliseContact } from './identifier.ts';

const statusOf = (account: ContactStatuses, field: ContactField) => account[`${field}_standing`];

/**
 * The account without its locked contacts: the email address and phone numbers with the status `shut`, which cannot be
 * used to sign in.
 */
export function withoutShutContacts(account: Account): Account {
  const shut = contactFields.filter((field) => statusOf(account, field) === 'shut');
  return { ...account, ...Object.fromEntries(shut.map((field) => [field, null])) };
}

const indianPhone = /^\+?91\d{10}$/;

/**
 * The contacts of an account (email address, phone numbers) that are equal to `identifier`, the contact that the
 * one-time-code provider has verified. A phone number in `identifier` must start with India's country code, so that a
 * number of another country with the same ten digits does not match.
 */
export function contactsMatching(account: Account, identifier: string): ContactField[] {
  const text = identifier.trim();
  if (!text.includes('@') && !indianPhone.test(text)) return [];
  const verified = normaliseContact(text);
  return contactFields.filter((field) => {
    const contact = account[field];
    return contact !== null && normaliseContact(contact) === verified;
  });
}

/**
 * The statuses of an account's contacts after a one-time code has verified the contacts `proven`. `isFirst`: no contact
 * of the account was verified before. The first verification locks the account's other unverified contacts, because
 * somebody else may have entered them. Later verifications lock nothing, because after the first one only the holder of
 * a verified contact can add contacts.
 */
export function proveContacts(
  account: Account,
  proven: ContactField[],
): { statuses: ContactStatuses; isFirst: boolean } {
  const isFirst = !contactFields.some((field) => account[field] !== null && statusOf(account, field) === 'proven');
  const after = (field: ContactField): ContactStatus => {
    if (proven.includes(field)) return 'proven';
    const before = statusOf(account, field);
    return isFirst && before === 'open' ? 'shut' : before;
  };
  const statuses = {
    email_standing: after('email'),
    mobile_standing: after('mobile'),
    whatsapp_number_standing: after('whatsapp_number'),
  };
  return { statuses, isFirst };
}
