import {
  type ContactField,
  type ContactStatus,
  type ContactStatuses,
  contactFields,
  contactStatus,
} from '../db/schema.ts';
import type { Account } from './account.repo.ts';
import { normaliseContact } from './identifier.ts';

const statusOf = (account: ContactStatuses, field: ContactField) => account[`${field}_standing`];

/** The account without its locked contacts, which cannot be used to sign in. */
export function withoutLockedContacts(account: Account): Account {
  const locked = contactFields.filter((field) => statusOf(account, field) === contactStatus.locked);
  return { ...account, ...Object.fromEntries(locked.map((field) => [field, null])) };
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
 * The statuses of an account's contacts after a one-time code has verified some of them. `isFirst`: no contact of the
 * account was verified before. Only this first verification locks the contacts that are still unverified, because
 * somebody else may have entered them. Later, only the holder of a verified contact can add contacts.
 */
export function verifyContacts(
  account: Account,
  verified: ContactField[],
): { statuses: ContactStatuses; isFirst: boolean } {
  const isFirst = !contactFields.some(
    (field) => account[field] !== null && statusOf(account, field) === contactStatus.verified,
  );
  const after = (field: ContactField): ContactStatus => {
    if (verified.includes(field)) return contactStatus.verified;
    const before = statusOf(account, field);
    return isFirst && before === contactStatus.unverified ? contactStatus.locked : before;
  };
  const statuses = {
    email_standing: after('email'),
    mobile_standing: after('mobile'),
    whatsapp_number_standing: after('whatsapp_number'),
  };
  return { statuses, isFirst };
}
