import { createHash, randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { hashPassword } from '../../server/auth/password/password.ts';
import type { Database, StudentRow } from '../../server/db/schema.ts';
import type { Clock } from '../../server/http/clock.ts';

let made = 0;

export type NewStudent = Partial<Insertable<StudentRow>> & { password?: string };
export type TestStudent = { id: string; email: string | null; mobile: string | null; whatsapp_number: string | null };

/**
 * Creates a student with a complete profile. The email address, phone numbers, INDOS number and passport number are
 * generated: they are unique and appear in no test's source. `fields` override the defaults.
 */
export async function createStudent(db: Kysely<Database>, fields: NewStudent = {}): Promise<TestStudent> {
  made += 1;
  const { password, ...columns } = fields;
  const number = String(made).padStart(4, '0');
  return db
    .insertInto('students')
    .values({
      first_name: 'Asha',
      last_name: 'Nair',
      email: `asha.${number}@example.com`,
      mobile: `987660${number}`,
      whatsapp_number: `987660${number}`,
      dob: '2004-02-29',
      indos_number: `19EL${number}`,
      passport_number: `P900${number}`,
      ...columns,
      ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
    })
    .returning(['id', 'email', 'mobile', 'whatsapp_number'])
    .executeTakeFirstOrThrow();
}

/**
 * Creates a sign-in session for a student directly in the database. Returns the headers that the signed-in browser
 * sends.
 */
export async function signIn(
  app: { db: Kysely<Database>; clock: Clock },
  student: { id: string },
): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = app.clock.now();
  await app.db
    .insertInto('sessions')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      student_id: student.id,
      user_agent: null,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(now + 90 * 86_400_000),
    })
    .execute();
  return { cookie: `landfall=${token}` };
}
