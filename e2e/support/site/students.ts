import type { APIRequestContext } from '@playwright/test';
import { searchUser, signInByPassword, verifyContact } from '../../../contract/auth.ts';
import { clientHeader, clientName } from '../../../contract/headers.ts';
import { registerStudent } from '../../../contract/registration.ts';
import { callApi } from './api-call.ts';

/**
 * Credentials of a student. `email` is null if the student has no email address. `password` is null if the account
 * still has the default password.
 */
export type StudentAccount = {
  name: string;
  email: string | null;
  mobile: string;
  indos: string;
  password: string | null;
};

export type NewAccount = StudentAccount & { email: string; password: string };

/** The password of the demo students. The server does not let new students choose it, or one like it. */
const password = 'Landfall#2026';
const newPassword = 'Compass#2026';
let registeredCount = 0;

/**
 * Returns the next number for a new student of this process. The student's phone number ends in it. Numbers that end in
 * 9 are skipped: the sandbox treats phone numbers that end in 9 as not registered with WhatsApp.
 */
function nextNumber(): number {
  registeredCount += 1;
  return registeredCount % 10 === 9 ? nextNumber() : registeredCount;
}

/**
 * Verifies an email address or phone with a code of the sandbox, for the student whose session cookie `request` has.
 */
async function verifyByCode(request: APIRequestContext, identifier: string): Promise<void> {
  const headers = { [clientHeader]: clientName };
  const send = async (path: string, data: object): Promise<string> =>
    (await (await request.post(`/sandbox/otp/${path}`, { data, headers })).json()).message;
  const reqId = await send('send', { identifier });
  const messages: Array<{ to: string; code?: string }> = await (await request.get('/sandbox/outbox.json')).json();
  const otp = messages.find(({ to, code }) => to === identifier && code)?.code;
  await callApi(request, verifyContact, { body: { OTPtoken: await send('verify', { reqId, otp }) } });
}

/** Signs in by password through the API. Afterwards `request` has the session cookie. @returns the student's id */
export async function signInByApi(
  request: APIRequestContext,
  { mobile, password }: Pick<StudentAccount, 'mobile' | 'password'>,
): Promise<string> {
  const { user } = searchUser.answers[200].parse(await callApi(request, searchUser, { body: { identifier: mobile } }));
  const claim = { identifier: mobile, field: user.field, user_id: user.user_id, password, type: 'student' };
  signInByPassword.answers[200].parse(await callApi(request, signInByPassword, { body: claim }));
  return user.user_id;
}

/** Verifies the phone and the email address of a new student, after signing the student in by password. */
async function verifyContacts(request: APIRequestContext, account: NewAccount): Promise<void> {
  await signInByApi(request, account);
  const { email, mobile } = account;
  await verifyByCode(request, `91${mobile}`);
  await verifyByCode(request, email);
}

/**
 * Registers a new student through the API, with every field that a booking requires. No other journey uses this
 * student. Phone and email address are verified unless `isVerified` is false.
 */
export async function registerAccount(request: APIRequestContext, { isVerified = true } = {}): Promise<NewAccount> {
  const number = String(nextNumber()).padStart(4, '0');
  const account = { email: `tara.pillai.${number}@example.com`, mobile: `987658${number}`, password: newPassword };
  const indos = `26TP${number}`;
  const body = {
    ...account,
    first_name: 'Tara',
    last_name: 'Pillai',
    whatsapp_number: account.mobile,
    dob: '2004-08-19',
    indos_number: indos,
  };
  registerStudent.answers[200].parse(await callApi(request, registerStudent, { body }));
  const registered = { ...account, name: 'Tara Pillai', indos };
  if (isVerified) await verifyContacts(request, registered);
  return registered;
}

// Students of the demo data (`content/students.json`), for journeys that need data which only these students have. A
// journey that changes such data restores it, or runs on a site of its own (see `academy` in test.ts).

/** Asha has a full profile, past and active orders, documents and a wallet. */
export const asha: StudentAccount = {
  name: 'Asha Nair',
  email: 'asha.nair@example.com',
  mobile: '9876500001',
  indos: '24EL0001',
  password,
};

/** Dev still has the default password and must therefore sign in by a one-time code. */
export const dev: StudentAccount = {
  name: 'Dev Menon',
  email: 'dev.menon@example.com',
  mobile: '9876500002',
  indos: '24EL0002',
  password: null,
};

/** Meera has no email address. */
export const meera: StudentAccount = {
  name: 'Meera Das',
  email: null,
  mobile: '9876500004',
  indos: '24EL0004',
  password,
};

/** Joy is new: the profile has no date of birth yet. */
export const joy: StudentAccount = {
  name: 'Joy Roy',
  email: 'joy.roy@example.com',
  mobile: '9876500005',
  indos: '24EL0005',
  password,
};
