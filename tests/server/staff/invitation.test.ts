import { expect, it } from 'vitest';
import { acceptInvitation } from '../../../contract/staff/staff-sign-in.ts';
import { revokeInvitations } from '../../../server/staff/members/invitations.ts';
import { totpCode } from '../../../server/staff/second-factor/totp.ts';
import { day } from '../../support/clock.ts';
import { createAuthenticator } from '../../support/passkey.ts';
import { startTestApp } from '../../support/server.ts';
import { createStaff, signInAsStaff, staffPassword } from '../../support/staff.ts';
import { untilWaiting } from '../cli/staff.ts';

const app = await startTestApp({ env: { PUBLIC_URL: 'https://academy.example' } });
await app.db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Keel Academy', short_name: 'Keel', product: 'keel' }) })
  .execute();
// The site uses HTTPS, so its cookies have the prefix `__Host-`.
const secure = { 'x-forwarded-proto': 'https' };
const post = (url: string, body: object, cookie = '') =>
  app.call('POST', `/api/staff/${url}`, { body, headers: { cookie, ...secure } });
const cookieOf = ({ cookie }: { cookie: string }) => cookie;
const administrator = await createStaff(app, 'administrator');
const asAdministrator = async () => `__Host-${(await signInAsStaff(app, administrator)).cookie}`;
let invited = 0;

/** Invites a member. Returns the account's id and the token of the emailed link. */
async function invite(): Promise<{ id: string; email: string; token: string }> {
  invited += 1;
  const email = `invited.${invited}@example.com`;
  const { body } = await post('members', { email, name: 'Nila', role: 'registrar' }, await asAdministrator());
  return { id: (body as { data: { id: string } }).data.id, email, token: await lastToken(email) };
}

async function lastToken(email: string): Promise<string> {
  const mails = await app.db
    .selectFrom('mail_outbox')
    .select('link')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return new URL(mails.at(-1)?.link ?? '').searchParams.get('t') ?? '';
}

const accept = (token: string) => post('invitation/accept', { token, name: 'Nila Das', password: staffPassword });

/** Sets up an authenticator app and returns its secret and the response to its first code. */
async function setUpTotp(cookie: string) {
  const { body } = await post('second-factor/totp', {}, cookie);
  const { secret, uri } = (body as { data: { secret: string; uri: string } }).data;
  return {
    secret,
    uri,
    done: await post('second-factor/totp/confirm', { code: totpCode(secret, app.clock.now()) }, cookie),
  };
}

it('an invited staff member who sets a password and adds an authenticator app is signed in', async () => {
  const { email, token } = await invite();
  const mails = app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', email);
  expect((await mails.executeTakeFirstOrThrow()).body).toContain(
    'The link works until your account is set up, for 7 days',
  );
  expect((await post('invitation/check', { token })).body).toMatchObject({
    data: { email, name: 'Nila', role: 'registrar' },
  });
  const { secret, uri, done } = await setUpTotp(cookieOf(await accept(token)));
  expect(uri).toContain(`otpauth://totp/academy.example:${encodeURIComponent(email)}`);
  expect(uri).toContain(secret);
  expect(done.body).toMatchObject({ data: { name: 'Nila Das', email, role: 'registrar' } });
  const account = await app.call('GET', '/api/staff/account', { headers: { cookie: cookieOf(done), ...secure } });
  expect(account.body).toMatchObject({
    data: { has_totp: true, sign_ins: [{ event: 'signedIn', method: 'invitation' }] },
  });
});

it('the password set with a staff invitation signs nobody in before the second factor is set up', async () => {
  const { email, token } = await invite();
  const cookie = cookieOf(await accept(token));
  expect((await post('sign-in', { email, password: staffPassword })).status).toBe(401);
  expect((await app.call('GET', '/api/staff/session', { headers: { cookie, ...secure } })).status).toBe(401);
  expect((await post('sign-in/code', { method: 'totp', code: '123456' }, cookie)).status).toBe(401);
});

it('the link of a staff invitation no longer works once the account is set up', async () => {
  const { token } = await invite();
  await setUpTotp(cookieOf(await accept(token)));
  for (const answer of [await accept(token), await post('invitation/check', { token })])
    expect(answer).toMatchObject({ status: 404, body: { code: 'INVITATION_INVALID' } });
});

it('if two browsers use one staff invitation link at the same time, only the browser that opened it later can finish', async () => {
  const { token } = await invite();
  const [first, second] = [cookieOf(await accept(token)), cookieOf(await accept(token))];
  expect((await post('second-factor/totp', {}, first)).status).toBe(401);
  expect((await setUpTotp(second)).done.status).toBe(200);
});

it('the link of a staff invitation expires after seven days, even if the invited person has set a password but no second factor yet', async () => {
  const { token } = await invite();
  app.clock.advance(7 * day - 60_000);
  const cookie = cookieOf(await accept(token));
  const { body } = await post('second-factor/totp', {}, cookie);
  const { secret } = (body as { data: { secret: string } }).data;
  app.clock.advance(60_000);
  const late = await post('second-factor/totp/confirm', { code: totpCode(secret, app.clock.now()) }, cookie);
  expect(late).toMatchObject({ status: 404, body: { code: 'INVITATION_INVALID' } });
  expect((await accept(token)).status).toBe(404);
});

it('a newer staff invitation invalidates the link of the older invitation', async () => {
  const { id, email, token } = await invite();
  expect((await post(`members/${id}/reset`, { reason: 'the email was lost' }, await asAdministrator())).status).toBe(
    200,
  );
  expect((await accept(token)).status).toBe(404);
  expect((await accept(await lastToken(email))).status).toBe(200);
});

it('the link of a staff invitation is refused if a newer invitation is sent at the same moment', async () => {
  const { id, token } = await invite();
  const { sent } = await app.db.transaction().execute(async (tx) => {
    // The newer invitation is sent a millisecond after the call below has begun.
    await revokeInvitations(tx, id, new Date(app.clock.now() + 1));
    const waiting = accept(token);
    await untilWaiting(app.db);
    return { sent: waiting };
  });
  expect(await sent).toMatchObject({ status: 404, body: { code: 'INVITATION_INVALID' } });
});

it('a staff account that is disabled and enabled before it has a second factor loses its password and needs a new invitation', async () => {
  const { id, email, token } = await invite();
  await accept(token);
  const setDisabled = async (isDisabled: boolean) =>
    app.call('PUT', `/api/staff/members/${id}/state`, {
      body: { is_disabled: isDisabled, reason: 'as agreed' },
      headers: { cookie: await asAdministrator(), ...secure },
    });
  await setDisabled(true);
  expect((await setDisabled(false)).body).toMatchObject({ data: { state: 'invited', invited_until: null } });
  const stored = app.db.selectFrom('staff_members').select('password_hash').where('id', '=', id);
  expect(await stored.executeTakeFirst()).toEqual({ password_hash: null });
  expect((await post('sign-in', { email, password: staffPassword })).status).toBe(401);
  await post(`members/${id}/reset`, { reason: 'as agreed' }, await asAdministrator());
  const { done } = await setUpTotp(cookieOf(await accept(await lastToken(email))));
  expect(done.body).toMatchObject({ data: { email } });
});

it('a staff password that is common, resembles the academy’s name or is too short is refused', async () => {
  const { token } = await invite();
  for (const password of ['P@ssw0rd', 'Keel#2026']) {
    const answer = await post('invitation/accept', { token, name: 'Nila', password });
    expect(answer).toMatchObject({ status: 409, body: { code: 'PASSWORD_TOO_COMMON' } });
  }
  const weak = acceptInvitation.body.safeParse({ token, name: 'Nila', password: 'short' });
  expect(weak.success).toBe(false);
});

it('a passkey completes a staff invitation and signs in, and a passkey response made for another site is refused', async () => {
  const { email, token } = await invite();
  const cookie = cookieOf(await accept(token));
  const optionsOf = async (url: string, session: string) =>
    ((await post(url, {}, session)).body as { data: { challenge: string; rp?: { id: string } } }).data;
  const elsewhere = createAuthenticator('https://academy.example.evil.example');
  const add = (response: object) => post('second-factor/passkey', { name: 'My laptop', response }, cookie);
  const options = await optionsOf('second-factor/passkey/options', cookie);
  expect(options.rp?.id).toBe('academy.example');
  expect((await add(elsewhere.create(options))).status).toBe(403);

  const authenticator = createAuthenticator('https://academy.example');
  const used = authenticator.create(options);
  expect((await add(used)).status, 'a challenge counts once').toBe(401);
  const done = await add(authenticator.create(await optionsOf('second-factor/passkey/options', cookie)));
  expect(done.status, done.text).toBe(200);

  const first = await post('sign-in', { email, password: staffPassword });
  expect(first.body).toMatchObject({ data: { has_passkey: true, has_totp: false } });
  const challenge = await optionsOf('sign-in/passkey/options', cookieOf(first));
  const response = authenticator.get(challenge);
  const signedIn = await post('sign-in/passkey', { response }, cookieOf(first));
  expect(signedIn.body).toMatchObject({ data: { email } });

  const again = await post('sign-in', { email, password: staffPassword });
  await optionsOf('sign-in/passkey/options', cookieOf(again));
  expect((await post('sign-in/passkey', { response }, cookieOf(again))).status, 'a response is used once').toBe(403);
});

it('a passkey whose signature counter decreases is refused at the staff sign-in, because it may be a copy', async () => {
  const { email, token } = await invite();
  const cookie = cookieOf(await accept(token));
  const optionsOf = async (url: string, session: string) =>
    ((await post(url, {}, session)).body as { data: { challenge: string } }).data;
  const authenticator = createAuthenticator('https://academy.example');
  await post(
    'second-factor/passkey',
    { name: 'Key', response: authenticator.create(await optionsOf('second-factor/passkey/options', cookie)) },
    cookie,
  );
  await app.db.updateTable('staff_passkeys').set({ counter: 50 }).execute();
  const first = cookieOf(await post('sign-in', { email, password: staffPassword }));
  const response = authenticator.get(await optionsOf('sign-in/passkey/options', first));
  expect((await post('sign-in/passkey', { response }, first)).status).toBe(403);
});
