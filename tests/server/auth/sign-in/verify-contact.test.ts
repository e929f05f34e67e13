import { expect, it } from 'vitest';
import { contactStatus, type Tx } from '../../../../server/db/schema.ts';
import type { CodeCheck } from '../../../../server/providers/otp/otp.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { changeWhileWaiting } from '../while-locked.ts';

const spent = new Set<string>();
/** A provider of one-time codes whose tokens contain the contact they were issued for. Each is accepted once. */
const otp = {
  async identify(token: string): Promise<CodeCheck> {
    if (spent.has(token)) return { outcome: 'spent' };
    spent.add(token);
    return { outcome: 'identified', identifier: token.replace(/#.*/, '') };
  },
};
const app = await startTestApp({ env: { RATE_CODE: '1000' }, ports: { otp } });
const limitedApp = await startTestApp({ env: { RATE_CODE: '2' }, ports: { otp } });

const unverified = {
  email_standing: contactStatus.unverified,
  mobile_standing: contactStatus.unverified,
  whatsapp_number_standing: contactStatus.unverified,
  password: 'Landfall#2026',
} as const;

let made = 0;
const tokenFor = (contact: string | null) => {
  made += 1;
  return `${contact?.includes('@') ? contact : `91${contact}`}#${made}`;
};

async function enrol() {
  const student = await createStudent(app.db, { ...unverified, whatsapp_number: null });
  const browser = await signIn(app, student);
  const verify = (OTPtoken: string, headers: Record<string, string> = browser) =>
    app.call('POST', '/api/auth/verify/contact', { body: { OTPtoken }, headers });
  const read = () =>
    app.db
      .selectFrom('students')
      .select(['email_standing', 'mobile_standing', 'password_hash'])
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
  return { ...student, browser, verify, read };
}

it('a signed-in student who verifies the mobile number by a code keeps the password and every session', async () => {
  const [student, other] = [await enrol(), await enrol()];
  const [before, othersBefore] = [await student.read(), await other.read()];
  const otherDevice = await signIn(app, student);
  const response = await student.verify(tokenFor(student.mobile));
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ user: { id: student.id } });
  expect(await student.read()).toEqual({
    ...before,
    email_standing: contactStatus.locked,
    mobile_standing: contactStatus.verified,
  });
  expect(await other.read()).toEqual(othersBefore);
  for (const headers of [student.browser, otherDevice])
    expect((await app.call('GET', '/api/cart', { headers })).status).toBe(200);
});

it('a signed-in student can verify an email by a code even after verifying the phone has locked this email', async () => {
  const student = await enrol();
  await student.verify(tokenFor(student.mobile));
  expect((await student.verify(tokenFor(student.email))).status).toBe(200);
  expect(await student.read()).toMatchObject({
    email_standing: contactStatus.verified,
    mobile_standing: contactStatus.verified,
  });
});

const rejected = {
  status: 409,
  body: { code: 'CODE_REJECTED', message: 'This code does not verify your contact.' },
};

it('a code to verify a contact is refused if the student’s session ends or the contact is locked while the code is checked', async () => {
  const student = await enrol();
  const changes: Array<(tx: Tx) => Promise<unknown>> = [
    (tx) => tx.deleteFrom('sessions').where('student_id', '=', student.id).execute(),
    (tx) =>
      tx.updateTable('students').set({ mobile_standing: contactStatus.locked }).where('id', '=', student.id).execute(),
  ];
  for (const change of changes) {
    const browser = await signIn(app, student);
    const send = () => student.verify(tokenFor(student.mobile), browser);
    expect(await changeWhileWaiting(app.db, student.id, send, change)).toMatchObject(rejected);
  }
  expect(await student.read()).toMatchObject({
    email_standing: contactStatus.unverified,
    mobile_standing: contactStatus.locked,
  });
});

it('a student who enters a code sent to another student’s contact gets a 409 response, and no contact is verified', async () => {
  const [student, other] = [await enrol(), await enrol()];
  const response = await student.verify(tokenFor(other.mobile));
  expect(response).toMatchObject(rejected);
  for (const one of [student, other])
    expect(await one.read()).toMatchObject({ mobile_standing: contactStatus.unverified });
});

it('a code that has verified a contact is accepted again from the same session and refused from another session', async () => {
  const student = await enrol();
  const token = tokenFor(student.mobile);
  expect((await student.verify(token)).status).toBe(200);
  expect((await student.verify(token)).status).toBe(200);
  expect((await student.verify(token, await signIn(app, student))).status).toBe(409);
});

it('verifying a contact without a session returns 401, and a code used to verify a contact cannot sign the student in', async () => {
  const student = await enrol();
  expect((await student.verify(tokenFor(student.mobile), {})).status).toBe(401);
  const token = tokenFor(student.mobile);
  await student.verify(token);
  const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: student.mobile } });
  const body = { user_id: student.id, type: 'student', OTPtoken: token, method: 'whatsapp_otp' };
  const signedIn = await app.call('POST', '/api/auth/login/otp', { body, headers: { cookie } });
  expect(signedIn.body).toMatchObject({ statusCode: 401 });
});

it('only wrong codes count against the hourly limit of contact verifications: with a limit of two, the third wrong code returns 429', async () => {
  const student = await createStudent(limitedApp.db, unverified);
  const headers = await signIn(limitedApp, student);
  const right = tokenFor(student.mobile);
  const statuses = [];
  for (const OTPtoken of [right, right, right, '919876500999#1', '919876500999#2', '919876500999#3']) {
    const body = { OTPtoken };
    statuses.push((await limitedApp.call('POST', '/api/auth/verify/contact', { body, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 409, 409, 429]);
});

it('successful sign-ins by code do not count against the hourly limit of codes', async () => {
  const student = await createStudent(limitedApp.db);
  const search = { body: { identifier: student.email } };
  const { cookie } = await limitedApp.call('POST', '/api/auth/search/user', search);
  const body = { user_id: student.id, type: 'student', OTPtoken: tokenFor(student.mobile), method: 'whatsapp_otp' };
  for (const call of [1, 2, 3]) {
    const response = await limitedApp.call('POST', '/api/auth/login/otp', { body, headers: { cookie } });
    expect([call, response.body]).toMatchObject([call, { statusCode: 200 }]);
  }
});
