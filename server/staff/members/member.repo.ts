import { type Kysely, sql } from 'kysely';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { Database, Tx } from '../../db/schema.ts';

const columns = ['id', 'email', 'name', 'role', 'password_hash', 'state', 'is_demo'] as const;

/** A staff account, with the fields that sign-in and the staff commands need. */
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

export async function findMember(db: Kysely<Database>, id: string) {
  return db.selectFrom('staff_members').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function findMemberByEmail(db: Kysely<Database>, email: string): Promise<Member | undefined> {
  return db.selectFrom('staff_members').select(columns).where('email', '=', email.toLowerCase()).executeTakeFirst();
}

/** Reads a staff account and locks its row until the transaction ends. */
export async function lockMember(tx: Tx, id: string): Promise<Member | undefined> {
  return tx.selectFrom('staff_members').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Locks the accounts of all active administrators until the transaction ends, so that two of them cannot disable each
 * other at the same time. Returns their ids.
 */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('staff_members')
    .select('id')
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Inserts an invited member. Returns undefined if there is already an account with this email address. */
export async function insertMember(
  tx: Tx,
  member: { email: string; name: string; role: StaffRole },
  now: Date,
): Promise<Member | undefined> {
  return tx
    .insertInto('staff_members')
    .values({ ...member, email: member.email.toLowerCase(), password_hash: null, state: 'invited', created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

type Values = Partial<Pick<Member, 'name' | 'role' | 'password_hash' | 'state'>>;

export async function updateMember(tx: Tx, id: string, values: Values): Promise<void> {
  await tx.updateTable('staff_members').set(values).where('id', '=', id).execute();
}

type Connected =
  | { result: 'set'; before: string | null; name: string | null }
  | { result: 'unknown' }
  | { result: 'taken'; email: string };

/**
 * Connects a staff account with an instructor of the calendar, or with none (null). Returns `unknown` if there is no
 * such instructor, and `taken`, with the email address of the other account, if another account is connected with the
 * instructor.
 */
export async function connectInstructor(tx: Tx, id: string, instructorId: string | null): Promise<Connected> {
  const { instructor_id: before } = await tx
    .selectFrom('staff_members')
    .select('instructor_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (instructorId === null) {
    await tx.updateTable('staff_members').set({ instructor_id: null }).where('id', '=', id).execute();
    return { result: 'set', before, name: null };
  }
  // Lock the instructor. If two accounts are to be connected with the same instructor at once, the second call then
  // waits, and finds that the instructor is taken.
  const instructor = await tx
    .selectFrom('instructors')
    .select('name')
    .where('id', '=', instructorId)
    .forUpdate()
    .executeTakeFirst();
  if (!instructor) return { result: 'unknown' };
  const other = await tx
    .selectFrom('staff_members')
    .select('email')
    .where('instructor_id', '=', instructorId)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) return { result: 'taken', email: other.email };
  await tx.updateTable('staff_members').set({ instructor_id: instructorId }).where('id', '=', id).execute();
  return { result: 'set', before, name: instructor.name };
}

/** Reads the list of staff members, or only the member with this `id`. */
export async function listMembers(db: Kysely<Database>, now: Date, id?: string) {
  const { rows } = await sql<{
    id: string;
    email: string;
    name: string;
    role: StaffRole;
    state: Member['state'];
    is_demo: boolean;
    has_totp: boolean;
    has_passkey: boolean;
    last_signed_in_at: Date | null;
    invited_until: Date | null;
    instructor_id: string | null;
    instructor: string | null;
  }>`
    select m.id, m.email, m.name, m.role, m.state, m.is_demo,
      exists (select from staff_totp t where t.staff_id = m.id) as has_totp,
      exists (select from staff_passkeys p where p.staff_id = m.id) as has_passkey,
      (select l.at from staff_sign_ins l where l.staff_id = m.id and l.event = 'signedIn' order by l.id desc limit 1)
        as last_signed_in_at,
      (select i.expires_at from staff_invitations i where i.staff_id = m.id and i.used_at is null and i.expires_at > ${now}
        order by i.created_at desc limit 1) as invited_until,
      m.instructor_id, n.name as instructor
    from staff_members m left join instructors n on n.id = m.instructor_id
    ${id === undefined ? sql`` : sql`where m.id = ${id}`} order by lower(m.name), m.email`.execute(db);
  return rows;
}
