import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import { hashPassword } from '../../server/auth/password/password.ts';
import type { Database } from '../../server/db/schema.ts';
import type { Clock } from '../../server/http/clock.ts';
import { sealSecret } from '../../server/staff/second-factor/sealed-secret.ts';
import { createTotpSecret } from '../../server/staff/second-factor/totp.ts';

export type TestStaff = { id: string; email: string; role: StaffRole; password: string; totpSecret: string };
type App = { db: Kysely<Database>; clock: Clock };

export const staffPassword = 'Quarterdeck#2026';
const passwordHash = hashPassword(staffPassword);
/**
 * The secret of the server in test apps: the default value of the environment variable SECRET, which test apps do not
 * set.
 */
const secret = 'landfall-sandbox-secret-not-for-production';
let made = 0;

/** Creates an active staff member with an authenticator app. */
export async function createStaff({ db, clock }: App, role: StaffRole): Promise<TestStaff> {
  made += 1;
  const email = `${role}.${String(made).padStart(4, '0')}@example.com`;
  const created_at = new Date(clock.now());
  const { id } = await db
    .insertInto('staff_members')
    .values({ email, name: `The ${role}`, role, state: 'active', password_hash: await passwordHash, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const totpSecret = createTotpSecret();
  const sealed_secret = sealSecret(totpSecret, id, secret);
  await db.insertInto('staff_totp').values({ staff_id: id, sealed_secret, last_step: 0, created_at }).execute();
  return { id, email, role, password: staffPassword, totpSecret };
}

/**
 * Creates a sign-in session for a staff member directly in the database. Returns the headers that the signed-in browser
 * sends. `verifiedAt`: when the second factor was last used (milliseconds since 1970), by default now.
 */
export async function signInAsStaff(
  { db, clock }: App,
  { id }: { id: string },
  { verifiedAt = clock.now(), stage = 'signedIn' }: { verifiedAt?: number; stage?: 'password' | 'signedIn' } = {},
): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db
    .insertInto('staff_sessions')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      staff_id: id,
      stage,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      verified_at: stage === 'signedIn' ? new Date(verifiedAt) : null,
      expires_at: new Date(now + 720 * 60_000),
    })
    .execute();
  return { cookie: `landfall_staff=${token}` };
}

/** Creates a staff member who is signed in and has just used the second factor. */
export async function hire(app: App, role: StaffRole): Promise<TestStaff & { headers: { cookie: string } }> {
  const member = await createStaff(app, role);
  return { ...member, headers: await signInAsStaff(app, member) };
}

/** Returns the newest entry of the audit log or, if `command` is given, the newest entry of that command. */
export function lastAuditEntry(db: Kysely<Database>, command?: string) {
  const entries = db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1);
  return (command === undefined ? entries : entries.where('command', '=', command)).executeTakeFirstOrThrow();
}
