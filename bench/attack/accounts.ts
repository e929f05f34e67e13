import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { contactStatus, type Database } from '../../server/db/schema.ts';
import type { Campaign, Target } from './attack.ts';
import { type Attacker, fieldOf, type Reply } from './attacker.ts';

export type Account = { id: string; email: string; password: string };

type Registration = { email: string; password: string };

/** Registers a student with every field that a booking requires. */
export function register(attacker: Attacker, { email, password }: Registration): Promise<Reply> {
  // The phone number ends in 1, because the sandbox treats numbers that end in 9 as not registered with WhatsApp.
  const mobile = `98${randomInt(10_000_000)}`.padEnd(9, '0').concat('1');
  const name = { first_name: 'Stranger', last_name: 'Danger', dob: '2000-01-01', indos_number: '' };
  return attacker.post('/api/users/student/add', { ...name, email, password, mobile, whatsapp_number: mobile });
}

export function newRegistration(): Registration {
  const mark = randomBytes(6).toString('hex');
  return { email: `stranger.${mark}@example.com`, password: `Quartz-Ferry-${mark}` };
}

export function lookUp(attacker: Attacker, email: string): Promise<Reply> {
  return attacker.post('/api/auth/search/user', { identifier: email });
}

export function tryPassword(attacker: Attacker, { id, email }: Account, password: string): Promise<Reply> {
  const claim = { identifier: email, field: 'email', user_id: id, type: 'student' };
  return attacker.post('/api/auth/login', { ...claim, password });
}

/**
 * Signs in as a student does: looks up the account, then sends the password.
 * @returns the response to the lookup if the lookup was refused, otherwise the response to the password
 */
export async function signIn(attacker: Attacker, account: Account): Promise<Reply> {
  const found = await lookUp(attacker, account.email);
  return found.status === 200 ? tryPassword(attacker, account, account.password) : found;
}

export const requireOk = (what: string, reply: Reply): Reply => {
  if (reply.status === 200) return reply;
  throw new Error(`${what} returned ${reply.status} ${reply.text.slice(0, 200)}`);
};

/**
 * Marks the student's email address as verified, directly in the database. An attacker can get the same by verifying
 * the address of a mailbox that the attacker owns.
 */
async function verifyEmail(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('students').set({ email_standing: contactStatus.verified }).where('id', '=', id).execute();
}

export async function newAccount(attacker: Attacker): Promise<Account> {
  const registration = newRegistration();
  requireOk('registration', await register(attacker, registration));
  const found = requireOk('lookup', await lookUp(attacker, registration.email));
  return { ...registration, id: fieldOf(found, 'user.user_id') };
}

/**
 * Registers a new student and signs in. `address`: the IP address from which the student's requests come; by default
 * one that nobody else uses. `isVerified`: whether the email address counts as verified.
 */
export async function newStudent(
  { db, port }: Pick<Target, 'db' | 'port'>,
  campaign: Campaign,
  { address, isVerified = true }: { address?: string; isVerified?: boolean } = {},
): Promise<{ browser: Attacker; account: Account }> {
  const browser = campaign.attacker(port, address);
  const account = await newAccount(browser);
  if (isVerified) await verifyEmail(db, account.id);
  requireOk('sign-in', await tryPassword(browser, account, account.password));
  return { browser, account };
}
