import type { ContactStanding, ContactStandings } from '../db/schema.ts';
import type { Account } from './account.repo.ts';
import { normaliseContact } from './identifier.ts';

const contactFields = ['email', 'mobile', 'whatsapp_number'] as const;
export type ContactField = (typeof contactFields)[number];

const standingOf = (account: ContactStandings, field: ContactField) => account[`${field}_standing`];

/** The account without the contacts that let nobody in: somebody else proved another one first. */
export function withoutShut(account: Account): Account {
  const shut = contactFields.filter((field) => standingOf(account, field) === 'shut');
  return { ...account, ...Object.fromEntries(shut.map((field) => [field, null])) };
}

const indianPhone = /^\+?91\d{10}$/;

/**
 * The contacts of an account that a token speaks for (integrations, "One-time codes"). The provider names phones with their
 * country: ten digits of another country are nobody's Indian number.
 */
export function contactsNamed(account: Account, identifier: string): ContactField[] {
  const text = identifier.trim();
  if (!text.includes('@') && !indianPhone.test(text)) return [];
  const named = normaliseContact(text);
  return contactFields.filter((field) => {
    const own = account[field];
    return own !== null && normaliseContact(own) === named;
  });
}

/**
 * What a proof of `proven` by code changes. The first proof of an account shuts what else was typed into it, since nobody
 * knows by whom; whoever proves a contact later was let in by an earlier prover.
 */
export function proveContacts(
  account: Account,
  proven: ContactField[],
): { standings: ContactStandings; isFirst: boolean } {
  const isFirst = !contactFields.some((field) => account[field] !== null && standingOf(account, field) === 'proven');
  const after = (field: ContactField): ContactStanding => {
    if (proven.includes(field)) return 'proven';
    const before = standingOf(account, field);
    return isFirst && before === 'open' ? 'shut' : before;
  };
  const standings = {
    email_standing: after('email'),
    mobile_standing: after('mobile'),
    whatsapp_number_standing: after('whatsapp_number'),
  };
  return { standings, isFirst };
}
