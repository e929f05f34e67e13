import { beforeEach, describe, expect, it } from 'vitest';
import { contactStatus } from '../../../server/db/schema.ts';
import type { CodeCheck } from '../../../server/providers/otp/otp.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

/**
 * Simulates a provider of one-time codes. Each token contains the contact that it was issued for and is accepted once.
 */
const spent = new Set<string>();
const otp = {
  async identify(token: string): Promise<CodeCheck> {
    if (spent.has(token)) return { outcome: 'spent' };
    spent.add(token);
    return { outcome: 'identified', identifier: token.replace(/#.*/, '') };
  },
};

const limits = {
  RATE_FORM: '100000',
  RATE_LOOKUP: '1000',
  RATE_CODE: '1000',
  RATE_CONTACT: '1000',
  RATE_SIGN_IN: '1000',
};
const app = await startTestApp({ env: limits, ports: { otp } });

beforeEach(async () => {
  await app.db.deleteFrom('students').execute();
  await app.db.deleteFrom('mail_outbox').execute();
});

const [mina, mallory] = ['mina@example.com', 'mallory@example.com'];
const [minasPhone, mallorysPhone] = ['9876500081', '9876500082'];
const [oldPassword, newPassword] = ['Landfall#2026', 'Anchor#2027'];

type Visitor = { cookie: string };
type LookedUp = {
  user: { user_id: string; email: string | null; mobile: string | null; is_default_password: boolean };
};

const register = (email: string, mobile: string) =>
  app.call('POST', '/api/users/student/add', {
    body: {
      ...{ first_name: 'Mina', last_name: 'Rao', dob: '2004-02-29', password: oldPassword },
      ...{ email, mobile, whatsapp_number: mobile },
    },
  });

async function lookUp(identifier: string, visitor: Visitor = { cookie: '' }) {
  const response = await app.call('POST', '/api/auth/search/user', { body: { identifier }, headers: visitor });
  const { user } = response.body as LookedUp;
  return { user, cookie: [response.cookie, visitor.cookie].filter(Boolean).join('; ') };
}

const contactOf = async (identifier: string, flag: string) => {
  const { user, cookie } = await lookUp(identifier);
  const url = `/api/auth/search/user/contact?user_id=${user.user_id}&${flag}=true`;
  return app.call('GET', url, { headers: { cookie } });
};

let made = 0;
/** Looks the account up by `identifier` and signs in by a code sent to `contact`. */
async function signInByCode(contact: string, identifier = contact, visitor?: Visitor) {
  const { user, cookie } = await lookUp(identifier, visitor);
  made += 1;
  const OTPtoken = `${contact.includes('@') ? contact : `91${contact}`}#${made}`;
  const body = { user_id: user.user_id, type: 'student', OTPtoken, method: 'whatsapp_otp' };
  const repeat = () => app.call('POST', '/api/auth/login/otp', { body, headers: { cookie } });
  const response = await repeat();
  const { statusCode } = response.body as { statusCode: number };
  return { statusCode, repeat, ticket: cookie, cookie: `landfall=${response.cookies.landfall}`, id: user.user_id };
}

async function signInByPassword(identifier: string, password: string) {
  const { user } = await lookUp(identifier);
  const claim = { identifier, field: identifier.includes('@') ? 'email' : 'mobile', user_id: user.user_id };
  return app.call('POST', '/api/auth/login', { body: { ...claim, password, type: 'student' } });
}

async function openLink(email: string, visitor: Visitor = { cookie: '' }, password = newPassword) {
  await app.db.deleteFrom('password_resets').execute();
  await app.call('POST', '/api/auth/user/forgot/pass', { body: { email } });
  const mails = await app.db.selectFrom('mail_outbox').select(['link', 'body']).orderBy('id').execute();
  const mail = mails.findLast(({ link }) => link !== null);
  const tok = new URL(mail?.link ?? '').searchParams.get('t') ?? '';
  const body = { email, tok, newPassword: password, confirmPassword: password };
  const submit = () => app.call('POST', '/api/auth/user/reset/pass', { body, headers: visitor });
  return { email: mail?.body ?? '', submit };
}

const isIn = async (visitor: Visitor) => (await app.call('GET', '/api/cart', { headers: visitor })).status === 200;
const change = (id: string, visitor: Visitor, body: object) =>
  app.call('PUT', `/api/users/student/${id}`, { body, headers: visitor });

describe('an account registered with another person’s email', { timeout: 30_000 }, () => {
  it('when the owner of an email resets the password, the stranger who registered the account with that email loses access', async () => {
    await register(mina, mallorysPhone);
    const stranger = { cookie: (await signInByPassword(mina, oldPassword)).cookie };
    expect((await (await openLink(mina)).submit()).status).toBe(200);
    expect(await isIn(stranger)).toBe(false);
    expect((await signInByPassword(mina, oldPassword)).status).toBe(401);
    expect((await lookUp(mallorysPhone)).user).toMatchObject({ mobile: null, whatsapp_number: null });
    expect((await contactOf(mallorysPhone, 'isWhatsapp')).status).toBe(404);
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(401);
    expect((await signInByPassword(mina, newPassword)).status).toBe(200);
    const row = await app.db.selectFrom('students').select(['mobile']).executeTakeFirstOrThrow();
    expect(row.mobile).toBe(mallorysPhone);
  });

  it('when the owner of an email signs in by a code, the stranger who registered the account with that email loses access', async () => {
    await register(mina, mallorysPhone);
    expect((await signInByCode(mina)).statusCode).toBe(200);
    const { body } = await app.db.selectFrom('mail_outbox').select('body').executeTakeFirstOrThrow();
    expect(body).not.toContain('sign in first with a code');
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(401);
    expect((await signInByPassword(mina, oldPassword)).status).toBe(403);
    expect((await (await openLink(mina)).submit()).status).toBe(200);
  });

  it('reset links and one-time codes sent to an unverified email are rejected once the account’s phone is verified', async () => {
    await register(mina, mallorysPhone);
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(200);
    expect(await (await openLink(mina)).submit()).toMatchObject({ status: 403, body: { code: 'SIGN_IN_FIRST' } });
    expect((await signInByCode(mina)).statusCode).toBe(401);
  });

  it('an email added to an account with a verified phone cannot be used to sign in before it is verified', async () => {
    await register(mallory, mallorysPhone);
    const stranger = await signInByCode(mallorysPhone);
    expect((await change(stranger.id, stranger, { email: mina })).status).toBe(200);
    expect((await (await openLink(mina)).submit()).status).toBe(403);
    expect((await signInByCode(mina)).statusCode).toBe(401);
  });

  it('if an account has no verified phone, the first sign-in by a code to a changed email ends all other access to the account', async () => {
    await register(mallory, mallorysPhone);
    await (await openLink(mallory)).submit();
    const stranger = { cookie: (await signInByPassword(mallory, newPassword)).cookie };
    const { user } = await lookUp(mallory);
    expect((await change(user.user_id, stranger, { email: mina })).status).toBe(200);
    expect((await signInByCode(mina)).statusCode).toBe(200);
    expect(await isIn(stranger)).toBe(false);
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(401);
  });
});

describe('an account registered with another person’s phone', { timeout: 30_000 }, () => {
  it('when the owner of a phone signs in by a code, the stranger who registered the account with that phone loses access', async () => {
    await register(mallory, minasPhone);
    const stranger = { cookie: (await signInByPassword(mallory, oldPassword)).cookie };
    const owner = await signInByCode(minasPhone);
    expect(owner.statusCode).toBe(200);
    expect(await isIn(owner)).toBe(true);
    expect(await isIn(stranger)).toBe(false);
    expect((await signInByPassword(mallory, oldPassword)).status).toBe(403);
    expect((await signInByCode(mallory)).statusCode).toBe(401);
    expect((await (await openLink(mallory)).submit()).status).toBe(403);
    expect(await isIn(owner)).toBe(true);
  });

  it('an account lookup by phone finds the newer of two accounts with that phone if the older one has verified only its email', async () => {
    await register(mallory, minasPhone);
    await (await openLink(mallory)).submit();
    await register(mina, minasPhone);
    const minasId = (await lookUp(mina)).user.user_id;
    expect((await lookUp(minasPhone)).user.user_id).toBe(minasId);
  });

  it('an account lookup by phone skips an account that added the phone to its profile later without verifying it', async () => {
    await register(mallory, mallorysPhone);
    await (await openLink(mallory)).submit();
    const stranger = { cookie: (await signInByPassword(mallory, newPassword)).cookie };
    await change((await lookUp(mallory)).user.user_id, stranger, { mobile: minasPhone });
    await register(mina, minasPhone);
    const minasId = (await lookUp(mina)).user.user_id;
    expect((await lookUp(minasPhone)).user.user_id).toBe(minasId);
  });
});

describe('an account used by its rightful student', { timeout: 30_000 }, () => {
  it('a student can sign in by password while neither email nor phone is verified', async () => {
    await register(mina, minasPhone);
    const first = await signInByPassword(mina, oldPassword);
    expect((await signInByPassword(minasPhone, oldPassword)).status).toBe(200);
    expect(await isIn({ cookie: first.cookie })).toBe(true);
    expect((await lookUp(mina)).user).toMatchObject({ email: expect.any(String), mobile: expect.any(String) });
  });

  it('the first sign-in by a code disables the password from the registration, says so by email and allows setting a new one', async () => {
    await register(mina, minasPhone);
    const other = await createStudent(app.db, { email: mallory, password: oldPassword });
    const student = await signInByCode(minasPhone);
    const [notice] = await app.db.selectFrom('mail_outbox').select(['recipient', 'subject', 'body']).execute();
    expect(notice).toMatchObject({ recipient: mina, subject: 'Please set your password again' });
    expect(notice?.body).toMatch(/^Set a new password/m);
    expect(notice?.body).toContain('sign in first with a code');
    expect((await signInByPassword(mallory, oldPassword)).body).toMatchObject({ user: { id: other.id } });
    expect((await lookUp(mina)).user.is_default_password).toBe(true);
    const { email, submit } = await openLink(mina, student);
    expect(email).toContain('sign in first with a code sent to the phone number');
    expect((await submit()).status).toBe(200);
    expect((await signInByPassword(mina, newPassword)).status).toBe(200);
    expect((await signInByCode(minasPhone)).statusCode).toBe(200);
    expect((await signInByCode(mina)).statusCode).toBe(200);
    expect((await signInByPassword(mina, newPassword)).status).toBe(200);
  });

  it('the first sign-in by a code sends no email about the password to a student who has no password', async () => {
    const { unverified } = contactStatus;
    const statuses = { email_standing: unverified, mobile_standing: unverified, whatsapp_number_standing: unverified };
    await createStudent(app.db, { email: mina, mobile: minasPhone, ...statuses });
    expect((await signInByCode(minasPhone)).statusCode).toBe(200);
    expect(await app.db.selectFrom('mail_outbox').select('subject').execute()).toEqual([]);
  });

  it('a phone locked by a password reset works for sign-in again once the signed-in student enters a code sent to the phone', async () => {
    await register(mina, minasPhone);
    await (await openLink(mina)).submit();
    const student = { cookie: (await signInByPassword(mina, newPassword)).cookie };
    expect((await lookUp(mina, student)).user.mobile).toBe('******0081');
    expect((await signInByCode(minasPhone, mina, student)).statusCode).toBe(200);
    expect((await signInByCode(minasPhone)).statusCode).toBe(200);
    expect((await signInByPassword(mina, newPassword)).status).toBe(200);
  });

  it('neither a sign-in by code nor a password reset disables the other ways to sign in to an imported account', async () => {
    const asha = await createStudent(app.db, { email: mina, mobile: minasPhone, password: oldPassword });
    const device = await signIn(app, asha);
    expect((await signInByCode(minasPhone)).statusCode).toBe(200);
    expect((await signInByCode(mina)).statusCode).toBe(200);
    expect(await isIn(device)).toBe(true);
    expect((await signInByPassword(mina, oldPassword)).status).toBe(200);
    expect((await (await openLink(mina)).submit()).status).toBe(200);
    expect((await signInByCode(minasPhone)).statusCode).toBe(200);
  });

  it('a password reset by email locks an unverified phone that was added to the profile, but not one verified by a code', async () => {
    const asha = await createStudent(app.db, { email: mina, password: oldPassword });
    const device = await signIn(app, asha);
    await change(asha.id, device, { mobile: minasPhone });
    expect((await (await openLink(mina)).submit()).status).toBe(200);
    expect((await signInByCode(minasPhone)).statusCode).toBe(401);
    const again = await signIn(app, asha);
    await change(asha.id, again, { mobile: mallorysPhone });
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(200);
    expect((await (await openLink(mina, again, 'Harbour#2028')).submit()).status).toBe(200);
    expect((await signInByCode(mallorysPhone)).statusCode).toBe(200);
  });
});

describe('a used code', { timeout: 30_000 }, () => {
  it('a used one-time code can repeat the sign-in, but not after the student has signed out', async () => {
    await createStudent(app.db, { email: mina, mobile: minasPhone });
    const student = await signInByCode(minasPhone);
    expect((await student.repeat()).body).toMatchObject({ statusCode: 200 });
    const again = await student.repeat();
    // The sign-out request carries the session cookie but not the lookup ticket under which the code was used.
    const cookie = `landfall=${again.cookies.landfall}`;
    await app.call('POST', '/api/auth/logout', { body: { type: 'student', user_id: student.id }, headers: { cookie } });
    expect(await student.repeat()).toMatchObject({ status: 401, body: { code: 'LOOKUP_EXPIRED' } });
  });

  it('a sign-out request that carries only the lookup ticket, and no session cookie, stops a used one-time code from repeating the sign-in', async () => {
    await createStudent(app.db, { email: mina, mobile: minasPhone });
    const { repeat, ticket } = await signInByCode(minasPhone);
    await app.call('POST', '/api/auth/logout', { body: { type: 'student' }, headers: { cookie: ticket } });
    expect((await repeat()).status).toBe(401);
  });

  it('a one-time code that was used to sign in cannot repeat the sign-in after its student has reset the password', async () => {
    await createStudent(app.db, { email: mina, mobile: minasPhone });
    const { repeat } = await signInByCode(minasPhone);
    await (await openLink(mina)).submit();
    expect((await repeat()).status).toBe(401);
  });

  it('a used one-time code can still repeat the sign-in of its student after another student has signed out', async () => {
    await createStudent(app.db, { email: mina, mobile: minasPhone });
    const { repeat } = await signInByCode(minasPhone);
    const other = await signIn(app, await createStudent(app.db));
    await app.call('POST', '/api/auth/logout', { body: { type: 'student' }, headers: other });
    expect((await repeat()).body).toMatchObject({ statusCode: 200 });
  });
});
