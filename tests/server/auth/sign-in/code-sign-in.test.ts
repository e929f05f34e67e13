import { beforeEach, describe, expect, it } from 'vitest';
import { readCodeWidget } from '../../../../server/auth/sign-in/code-widget.ts';
import type { CodeCheck } from '../../../../server/providers/otp/otp.ts';
import { day, minute } from '../../../support/clock.ts';
import { type Answered, createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { changeWhileWaiting } from '../while-locked.ts';

/** Simulates a provider of one-time codes, which accepts each token once. `speaksFor`: the contact of each token. */
const provider = {
  speaksFor: new Map<string, string>(),
  calls: 0,
  isDown: false,
  async identify(token: string): Promise<CodeCheck> {
    provider.calls += 1;
    if (provider.isDown) throw new Error('connect ECONNREFUSED');
    const identifier = provider.speaksFor.get(token);
    if (identifier === undefined) return { outcome: 'refused' };
    provider.speaksFor.set(token, '');
    return identifier === '' ? { outcome: 'spent' } : { outcome: 'identified', identifier };
  },
};

const app = await startTestApp({ env: { RATE_LOOKUP: '1000', RATE_CODE: '1000' }, ports: { otp: provider } });

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  provider.speaksFor.clear();
  provider.calls = 0;
  provider.isDown = false;
});

async function lookUp(identifier: string | null): Promise<string> {
  const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: String(identifier) } });
  return cookie;
}

const signInByCode = (userId: string, OTPtoken: string, cookie: string, method = 'whatsapp_otp') =>
  app.call('POST', '/api/auth/login/otp', {
    body: { user_id: userId, type: 'student', OTPtoken, method },
    headers: { cookie },
  });

const expired = { status: 401, body: { code: 'LOOKUP_EXPIRED' } };
const rejected = {
  status: 200,
  body: { statusCode: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid credentials' },
};

describe('sign-in by code', () => {
  it.each([
    ['mobile number', '919876500041', 'whatsapp_otp'],
    ['WhatsApp number', '919876500042', 'whatsapp_otp'],
    ['email', 'Asha.41@example.com', 'email_otp'],
  ])(
    'a sign-in by one-time code starts a session when the code provider’s token belongs to the student’s %s',
    async (_, identifier, method) => {
      const contacts = { email: 'asha.41@example.com', mobile: '9876500041', whatsapp_number: '9876500042' };
      const asha = await createStudent(app.db, contacts);
      provider.speaksFor.set('token', identifier);
      const response = await signInByCode(asha.id, 'token', await lookUp('9876500041'), method);
      expect(response).toMatchObject({
        status: 200,
        body: { statusCode: 200, user: { id: asha.id, name: 'Asha Nair' } },
      });
      expect(response.cookies.landfall).toMatch(/^[\w-]{43}$/);
      expect(response.cookies.landfall_device).toMatch(/^[\w-]{65}$/);
      expect(response.headers['x-landfall-subject']).toBe(asha.id);
    },
  );

  it('a sign-in by one-time code rejects an invalid provider token and one that belongs to another contact', async () => {
    const asha = await createStudent(app.db, { mobile: '9876500041' });
    const ticket = await lookUp('9876500041');
    provider.speaksFor.set('stranger', '919876500099');
    // 9876500041 has no Indian country code, so it means the Iranian number +98 765 00041.
    provider.speaksFor.set('abroad', '9876500041');
    for (const token of ['forged', 'stranger', 'abroad']) {
      const response = await signInByCode(asha.id, token, ticket);
      expect(response).toMatchObject(rejected);
      expect(response.cookies).toEqual({});
    }
  });

  it('a sign-in by one-time code for a student whom the browser has not looked up is rejected without calling the provider', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    provider.speaksFor.set('token', `91${dev.mobile}`);
    expect(await signInByCode(dev.id, 'token', await lookUp(asha.email))).toMatchObject(rejected);
    expect(provider.calls).toBe(0);
  });

  it('a sign-in by one-time code for an unknown student id returns a body with statusCode 201 and “User not found”', async () => {
    const asha = await createStudent(app.db);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await signInByCode(nobody, 'token', await lookUp(asha.email))).toMatchObject({
      status: 200,
      body: { statusCode: 201, message: 'User not found' },
    });
  });

  it('a sign-in by one-time code returns 401 unless the browser has looked up the account within the last ten minutes', async () => {
    const asha = await createStudent(app.db);
    const cookie = await lookUp(asha.email);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    expect(await signInByCode(asha.id, 'token', '')).toMatchObject(expired);
    app.clock.advance(10 * minute);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject(expired);
  });

  it('requesting the phone number for a one-time code gives the browser another ten minutes to sign in with the code', async () => {
    const asha = await createStudent(app.db);
    const [cookie, otherBrowser] = [await lookUp(asha.email), await lookUp(asha.email)];
    provider.speaksFor.set('token', `91${asha.mobile}`);
    app.clock.advance(9 * minute);
    const url = `/api/auth/search/user/contact?user_id=${asha.id}&isWhatsapp=true`;
    expect((await app.call('GET', url, { headers: { cookie } })).status).toBe(200);
    app.clock.advance(10 * minute - 1);
    expect(await signInByCode(asha.id, 'token', otherBrowser)).toMatchObject(expired);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject({ body: { statusCode: 200 } });
    app.clock.advance(1);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject(expired);
  });

  it('a sign-in by one-time code returns 503 with Retry-After when the code provider cannot be reached', async () => {
    const asha = await createStudent(app.db);
    provider.isDown = true;
    const response = await signInByCode(asha.id, 'token', await lookUp(asha.email));
    const message = 'The code could not be checked. Please try again.';
    expect(response).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE', message } });
    expect(response.headers['retry-after']).toBe('5');
  });

  it('a sign-in by one-time code is rejected if the browser’s account lookup is deleted while the code is being checked', async () => {
    const asha = await createStudent(app.db);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    const ticket = await lookUp(asha.email);
    const response = await changeWhileWaiting(
      app.db,
      asha.id,
      () => signInByCode(asha.id, 'token', ticket),
      (tx) => tx.deleteFrom('lookup_tickets').execute(),
    );
    expect(response).toMatchObject(rejected);
    expect(response.cookies).toEqual({});
  });

  it('the API returns which one-time code provider is configured, with the public settings of the provider’s widget', async () => {
    const { status, body } = await app.call('GET', '/api/auth/code-provider');
    expect([status, body]).toEqual([200, { statusCode: 200, data: { provider: 'sandbox' } }]);
    const widget = { MSG91_WIDGET_ID: 'widget', MSG91_TOKEN: 'token' };
    expect(readCodeWidget({ OTP_PROVIDER: 'msg91', ...widget })).toEqual({
      ...{ provider: 'msg91', widget_id: 'widget', token_auth: 'token' },
    });
    expect(readCodeWidget({ OTP_PROVIDER: 'sandbox', ...widget })).toEqual({ provider: 'sandbox' });
  });
});

describe('a used login token', () => {
  it('a repeated sign-in with the same one-time-code token starts a new session without another call to the code provider', async () => {
    const asha = await createStudent(app.db);
    const ticket = await lookUp(asha.email);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    const first = await signInByCode(asha.id, 'token', ticket);
    const again = await signInByCode(asha.id, 'token', ticket);
    expect(again).toMatchObject({ status: 200, body: { statusCode: 200, user: { id: asha.id } } });
    expect(again.cookies.landfall).not.toBe(first.cookies.landfall);
    expect(provider.calls).toBe(1);
  });

  it.each([
    ['all other devices', () => ({})],
    ['that device', ({ id }: { id: string }) => ({ id })],
  ])(
    'after a student has signed out a device from another one, a used one-time-code token cannot sign it in again (signed out: %s)',
    async (_, chosen) => {
      const asha = await createStudent(app.db);
      const ticket = await lookUp(asha.email);
      provider.speaksFor.set('token', `91${asha.mobile}`);
      await signInByCode(asha.id, 'token', ticket);
      const lost = await app.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
      const ended = await app.call('DELETE', '/api/users/student/sessions', {
        headers: await signIn(app, asha),
        body: chosen(lost),
      });
      expect(ended.status).toBe(200);
      const again = await signInByCode(asha.id, 'token', ticket);
      expect(again).toMatchObject(expired);
      expect(again.cookies).toEqual({});
    },
  );

  it('a used one-time-code token is rejected after ten minutes, even after a new account lookup', async () => {
    const asha = await createStudent(app.db);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    await signInByCode(asha.id, 'token', await lookUp(asha.email));
    app.clock.advance(10 * minute);
    expect(await signInByCode(asha.id, 'token', await lookUp(asha.email))).toMatchObject(rejected);
    app.clock.advance(2 * day);
    expect(await signInByCode(asha.id, 'token', await lookUp(asha.email))).toMatchObject(rejected);
  });

  it('a used one-time-code token is rejected ten minutes after its use, although the browser’s account lookup is still valid', async () => {
    const asha = await createStudent(app.db);
    const cookie = await lookUp(asha.email);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject({ body: { statusCode: 200 } });
    app.clock.advance(9 * minute);
    const url = `/api/auth/search/user/contact?user_id=${asha.id}&isWhatsapp=true`;
    await app.call('GET', url, { headers: { cookie } });
    app.clock.advance(minute - 1);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject({ body: { statusCode: 200 } });
    app.clock.advance(1);
    expect(await signInByCode(asha.id, 'token', cookie)).toMatchObject(rejected);
  });

  it('a one-time-code token for a phone that two students share signs in only the student who was looked up', async () => {
    const shared = { mobile: '9876500051', whatsapp_number: '9876500051' };
    const [elder, younger] = [await createStudent(app.db, shared), await createStudent(app.db, shared)];
    provider.speaksFor.set('token', '919876500051');
    const ticket = await lookUp(younger.email);
    expect(await signInByCode(younger.id, 'token', ticket)).toMatchObject({ body: { user: { id: younger.id } } });
    expect(await signInByCode(elder.id, 'token', ticket)).toMatchObject(rejected);
    expect(await signInByCode(elder.id, 'token', await lookUp(elder.email))).toMatchObject(rejected);
  });

  it('ten simultaneous sign-ins with the same one-time-code token all succeed for its student', async () => {
    const asha = await createStudent(app.db);
    const ticket = await lookUp(asha.email);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    const responses = await Promise.all(Array.from({ length: 10 }, () => signInByCode(asha.id, 'token', ticket)));
    expect(responses.map(({ body }) => body)).toEqual(
      Array(10).fill(expect.objectContaining({ statusCode: 200, user: expect.objectContaining({ id: asha.id }) })),
    );
    expect(await app.db.selectFrom('used_code_tokens').select('student_id').execute()).toHaveLength(1);
  });

  it('a repeated sign-in with a one-time-code token succeeds even if it arrives before the first sign-in is stored', async () => {
    const asha = await createStudent(app.db);
    const ticket = await lookUp(asha.email);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    const send = () => signInByCode(asha.id, 'token', ticket);
    const repeated: Array<Promise<Answered>> = [];
    const first = await changeWhileWaiting(app.db, asha.id, send, async () => {
      repeated.push(send());
      await expect.poll(() => provider.calls, { interval: 5 }).toBe(2);
    });
    for (const { body } of [first, ...(await Promise.all(repeated))]) expect(body).toMatchObject({ statusCode: 200 });
  });

  it('a one-time-code token that one browser has used is rejected when another browser sends it', async () => {
    const asha = await createStudent(app.db);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    expect(await signInByCode(asha.id, 'token', await lookUp(asha.email))).toMatchObject({ body: { statusCode: 200 } });
    expect(await signInByCode(asha.id, 'token', await lookUp(asha.email))).toMatchObject(rejected);
  });

  it('the database stores a 32-byte hash of a used one-time-code token', async () => {
    const asha = await createStudent(app.db);
    provider.speaksFor.set('token', `91${asha.mobile}`);
    await signInByCode(asha.id, 'token', await lookUp(asha.email));
    const used = await app.db.selectFrom('used_code_tokens').selectAll().executeTakeFirstOrThrow();
    expect(used.token_hash).toHaveLength(32);
  });
});
