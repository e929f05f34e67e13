import { totpCode } from '../../../../server/staff/second-factor/totp.ts';
import { createAuthenticator } from '../../../support/passkey.ts';
import { signInAsStaff, staffPassword } from '../../../support/staff.ts';
import { waitingEntry } from '../../waiting-lists/waiting-entry.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import { calendarKeyedSamples, calendarRepeatableSamples } from './calendar-samples.ts';
import { contentKeyedSamples, contentRepeatableSamples } from './content-samples.ts';
import type { KeyedSample } from './keyed-samples.ts';
import { orderKeyedSamples, orderRepeatableSamples } from './order-samples.ts';
import { peopleKeyedSamples, peopleRepeatableSamples } from './people-samples.ts';
import type { RepeatableSample } from './repeatable-samples.ts';
import { rosterKeyedSamples } from './roster-samples.ts';

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const reason = 'as agreed';
let invited = 0;
const newAddress = () => {
  invited += 1;
  return `invited.${invited}@example.com`;
};

/** Prepares a request in which an administrator changes the account of an editor. */
async function aboutAnother(api: ApiDriver, what: string, body: object): Promise<ApiRequest> {
  const { headers = {} } = await api.hire();
  const { id } = await api.hire('editor');
  return { url: `/api/staff/members/${id}/${what}`, body: { reason, ...body }, headers };
}

/**
 * Prepares a request in which an administrator changes a student's waiting list entry. The batch of this entry has a
 * free seat.
 */
async function aboutEntry(api: ApiDriver, what: string): Promise<ApiRequest> {
  const { headers = {} } = await api.hire();
  const id = await waitingEntry(api.app, (await api.enrol()).student.id);
  return { url: `/api/staff/waiting-entries/${id}/${what}`, body: { reason }, headers };
}

/**
 * Stores an email that the mail sender no longer tries to send, because all 12 tries failed, the last one with a
 * timeout. Returns the email's id.
 */
async function plantFailedEmail({ app: { db } }: ApiDriver): Promise<number> {
  const { id } = await db
    .insertInto('mail_outbox')
    .values({
      ...{ dedupe_key: crypto.randomUUID(), recipient: 'asha@example.com', subject: 'Your booking', body: 'Hello' },
      ...{ state: 'dead', attempts: 12, last_error: 'Connection timeout' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates a staff member and a passkey for this person. Returns `add`, the request that registers the passkey; it is
 * not sent yet.
 */
async function withPasskey(api: ApiDriver) {
  const member = await api.hire();
  const { headers = {} } = member;
  const options = await api.send('POST', { url: '/api/staff/second-factor/passkey/options', body: {}, headers });
  const authenticator = createAuthenticator();
  const response = authenticator.create(options.body.data as { challenge: string });
  const body = { name: 'Laptop', response };
  const add: ApiRequest = { url: '/api/staff/second-factor/passkey', body, headers };
  return { member, authenticator, headers, add };
}

async function storePasskey(api: ApiDriver) {
  const made = await withPasskey(api);
  await api.send('POST', made.add);
  const passkeys = api.app.db.selectFrom('staff_passkeys').select('id').where('staff_id', '=', made.member.id);
  return { ...made, passkeyId: (await passkeys.executeTakeFirstOrThrow()).id };
}

/**
 * Creates the session of a staff member who has entered the password but not yet used the second factor. Returns the
 * request headers that contain the session cookie.
 */
const pending = async (api: ApiDriver, member: { id: string }) => signInAsStaff(api.app, member, { stage: 'password' });

async function invitationToken(api: ApiDriver): Promise<string> {
  const { headers = {} } = await api.hire();
  const email = newAddress();
  await api.send('POST', { url: '/api/staff/members', body: { email, name: 'Nila', role: 'editor' }, headers });
  const mail = api.app.db.selectFrom('mail_outbox').select('link').where('recipient', '=', email);
  return new URL((await mail.executeTakeFirstOrThrow()).link ?? '').searchParams.get('t') ?? '';
}

/** Sample requests, by endpoint name: one for every call of the staff console that takes an idempotency key. */
export const staffKeyedSamples: Record<string, KeyedSample> = {
  ...calendarKeyedSamples,
  ...orderKeyedSamples,
  ...peopleKeyedSamples,
  ...contentKeyedSamples,
  ...rosterKeyedSamples,
  changeStaffPassword: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      return {
        url: '/api/staff/account/password',
        body: { current: staffPassword, password: 'Another#2026' },
        headers,
      };
    },
    other: withBody({ password: 'Different#2026' }),
  },
  removeStaffPasskey: {
    make: async (api) => {
      const { headers, passkeyId: id } = await storePasskey(api);
      return { url: '/api/staff/account/passkeys', body: { id }, headers };
    },
    other: withBody({ id: crypto.randomUUID() }),
  },
  offerWaitingSeat: {
    make: (api) => aboutEntry(api, 'offer'),
    other: withBody({ reason: 'another reason' }),
  },
  removeWaitingEntry: {
    make: (api) => aboutEntry(api, 'remove'),
    other: withBody({ reason: 'another reason' }),
  },
  resendEmail: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      return { url: `/api/staff/emails/${await plantFailedEmail(api)}/resend`, body: {}, headers };
    },
    other: (request) => ({ ...request, url: '/api/staff/emails/99999/resend' }),
  },
  resendFailedEmails: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      await plantFailedEmail(api);
      return { url: '/api/staff/emails/resend', body: { cause: 'connection' }, headers };
    },
    other: withBody({ cause: 'other' }),
  },
  changeStaffSettings: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      // Delete all changed settings. Otherwise the number of inserted rows would depend on earlier requests.
      await api.app.db.deleteFrom('staff_settings').execute();
      const { body } = await api.send('GET', { url: '/api/staff/settings', headers });
      const { booking_title } = (body.data as { settings: { booking_title: string } }).settings;
      const settings = { booking_title: `${booking_title.slice(0, 50)} now` };
      return { url: '/api/staff/settings', body: { settings, seen: { booking_title }, reason }, headers };
    },
    other: withBody({ reason: 'another reason' }),
  },
  inviteStaffMember: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      return { url: '/api/staff/members', body: { email: newAddress(), name: 'Nila', role: 'editor' }, headers };
    },
    other: withBody({ role: 'auditor' }),
  },
  changeStaffRole: {
    make: (api) => aboutAnother(api, 'role', { role: 'auditor' }),
    other: withBody({ role: 'accounts' }),
  },
  setStaffInstructor: {
    make: async (api) => {
      const id = crypto.randomUUID();
      await api.app.db.insertInto('instructors').values({ id, name: 'Capt. S. Rao' }).execute();
      return aboutAnother(api, 'instructor', { instructor_id: id });
    },
    other: withBody({ instructor_id: null }),
  },
  setStaffState: {
    make: (api) => aboutAnother(api, 'state', { is_disabled: true }),
    other: withBody({ is_disabled: false }),
  },
  resetStaffMember: {
    make: (api) => aboutAnother(api, 'reset', {}),
    other: withBody({ reason: 'another reason' }),
  },
};

/**
 * Sample requests, by endpoint name: one for every call of the staff console that is not a GET call and takes no
 * idempotency key.
 */
export const staffRepeatableSamples: Record<string, RepeatableSample> = {
  ...calendarRepeatableSamples,
  ...contentRepeatableSamples,
  ...orderRepeatableSamples,
  ...peopleRepeatableSamples,
  signInStaff: {
    make: async (api) => {
      const { email } = await api.hire();
      return { url: '/api/staff/sign-in', body: { email, password: staffPassword } };
    },
  },
  checkStaffCode: {
    make: async (api) => {
      const member = await api.hire();
      const code = totpCode(member.totpSecret, api.app.clock.now());
      return { url: '/api/staff/sign-in/code', body: { method: 'totp', code }, headers: await pending(api, member) };
    },
  },
  createPasskeyChallenge: {
    make: async (api) => {
      const { member } = await storePasskey(api);
      return { url: '/api/staff/sign-in/passkey/options', body: {}, headers: await pending(api, member) };
    },
  },
  checkPasskey: {
    make: async (api) => {
      const { member, authenticator } = await storePasskey(api);
      const headers = await pending(api, member);
      const { body } = await api.send('POST', { url: '/api/staff/sign-in/passkey/options', body: {}, headers });
      const response = authenticator.get(body.data as { challenge: string });
      return { url: '/api/staff/sign-in/passkey', body: { response }, headers };
    },
  },
  checkInvitation: {
    make: async (api) => ({ url: '/api/staff/invitation/check', body: { token: await invitationToken(api) } }),
  },
  acceptInvitation: {
    make: async (api) => ({
      url: '/api/staff/invitation/accept',
      body: { token: await invitationToken(api), name: 'Nila', password: staffPassword },
    }),
  },
  beginTotp: {
    make: async (api) => ({
      url: '/api/staff/second-factor/totp',
      body: {},
      headers: (await api.hire()).headers ?? {},
    }),
  },
  confirmTotp: {
    make: async (api) => {
      const { headers = {} } = await api.hire();
      const { body } = await api.send('POST', { url: '/api/staff/second-factor/totp', body: {}, headers });
      const code = totpCode((body.data as { secret: string }).secret, api.app.clock.now());
      return { url: '/api/staff/second-factor/totp/confirm', body: { code }, headers };
    },
  },
  beginPasskey: {
    make: async (api) => ({
      url: '/api/staff/second-factor/passkey/options',
      body: {},
      headers: (await api.hire()).headers ?? {},
    }),
  },
  addPasskey: { make: async (api) => (await withPasskey(api)).add },
  createRecoveryCodes: {
    make: async (api) => ({
      url: '/api/staff/account/recovery-codes',
      body: {},
      headers: (await api.hire()).headers ?? {},
    }),
    gains: ['audit_entries', 'mail_outbox'],
  },
  removeStaffTotp: {
    make: async (api) => ({ url: '/api/staff/account/totp', body: {}, headers: (await storePasskey(api)).headers }),
  },
  endStaffSessions: {
    make: async (api) => ({ url: '/api/staff/account/sessions', body: {}, headers: (await api.hire()).headers ?? {} }),
  },
  signOutStaff: {
    make: async (api) => ({ url: '/api/staff/sign-out', body: {}, headers: (await api.hire()).headers ?? {} }),
  },
};
