import { describe, expect, it } from 'vitest';
import type { Account } from '../../../server/auth/account.repo.ts';
import { contactsMatching, verifyContacts, withoutLockedContacts } from '../../../server/auth/verified-contacts.ts';
import { contactStatus } from '../../../server/db/schema.ts';

const { locked, unverified, verified } = contactStatus;

const account: Account = {
  ...{ id: 'asha', first_name: 'Asha', last_name: 'Nair', image_url: null, password_hash: null },
  ...{ email: 'Asha@example.com', mobile: '9876500001', whatsapp_number: '9876500002' },
  ...{ indos_number: null, passport_number: null, is_default_password: false },
  ...{ email_standing: unverified, mobile_standing: unverified, whatsapp_number_standing: unverified },
};

describe('the contacts that a one-time code has verified', () => {
  it.each([
    ['asha@EXAMPLE.com ', ['email']],
    ['+919876500001', ['mobile']],
    [' 919876500001 ', ['mobile']],
    ['919876500002', ['whatsapp_number']],
    ['9876500001', []],
    ['449876500001', []],
    ['9198765000011', []],
    ['x919876500001', []],
    ['0919876500001', []],
    ['919876500001.', []],
    ['other@example.com', []],
  ])('a code sent to %s verifies the contacts %j of an account', (identifier, fields) => {
    expect(contactsMatching(account, identifier)).toEqual(fields);
  });

  it('a code sent to a phone that is both the mobile and the WhatsApp number of an account verifies both contacts', () => {
    const same = { ...account, whatsapp_number: account.mobile };
    expect(contactsMatching(same, '919876500001')).toEqual(['mobile', 'whatsapp_number']);
    expect(contactsMatching({ ...account, mobile: null }, '919876500001')).toEqual([]);
  });
});

describe('the statuses of contacts after a verification', () => {
  const statuses = (email: string, mobile: string, whatsapp: string) => ({
    ...{ email_standing: email, mobile_standing: mobile, whatsapp_number_standing: whatsapp },
  });

  it('the first verification of a contact locks all unverified contacts of the account', () => {
    const result = { isFirst: true, statuses: statuses(locked, verified, locked) };
    expect(verifyContacts(account, ['mobile'])).toEqual(result);
    expect(verifyContacts({ ...account, whatsapp_number_standing: locked }, ['mobile'])).toEqual(result);
  });

  it('verifying another contact of an account later changes the status of that contact only', () => {
    const before: Account = { ...account, email_standing: verified, whatsapp_number_standing: locked };
    const statusesAfter = statuses(verified, verified, locked);
    expect(verifyContacts(before, ['mobile'])).toEqual({ isFirst: false, statuses: statusesAfter });
    expect(verifyContacts(before, ['whatsapp_number']).statuses).toEqual(statuses(verified, unverified, verified));
  });

  it('verifying a mobile number counts as the account’s first verification if the email verified earlier has been removed', () => {
    expect(verifyContacts({ ...account, email: null, email_standing: verified }, ['mobile'])).toEqual({
      ...{ isFirst: true, statuses: statuses(verified, verified, locked) },
    });
  });

  it('withoutLockedContacts removes a locked email address from an account and leaves a verified mobile number unchanged', () => {
    const before: Account = { ...account, email_standing: locked, mobile_standing: verified };
    expect(withoutLockedContacts(before)).toEqual({ ...before, email: null });
  });
});
