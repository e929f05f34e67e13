import { type ContactField, type ContactStatus, type ContactStatuses, contactFields } from '../db/schema.ts';
import type { Account } from './account.repo.ts';
import { normaliseContact } from './identifier.ts';

const statusOf = (account: ContactStatuses, field: ContactField) => account[`${field}_standing`];

/** The account without its locked contacts (status `shut`), which cannot be used to sign in. */
export function withoutShutContacts(account: Account): Account {
  const shut = contactFields.filter((field) => statusOf(account, field) === 'shut');
  return { ...account, ...Object.fromEntries(shut.map((field) => [field, null])) };
}

const indianPhone = /^\+?91\d{10}$/;

/**
 * The contacts of an account that are equal to `identifier`, the email address or phone number that the code provider
 * verified. The provider includes the country code, so that ten digits of another country are not mistaken for an
 * Indian number.
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
 * The contact statuses after the contacts `proven` were verified by a code. `isFirst`: no contact of the account was
 * verified before. The first verification locks the account's other unverified contacts, because somebody else may have
 * typed them. Later verifications lock no contacts, because after the first one only the verified holder can add any.
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
