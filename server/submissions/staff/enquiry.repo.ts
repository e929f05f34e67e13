import { type Kysely, sql } from 'kysely';
import type { Enquiry, EnquiryEntry, EnquiryState } from '../../../contract/staff/enquiries.ts';
import { mayDo, type StaffRole } from '../../../contract/staff/permissions.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { type EnquiryColumns, enquiryColumns, toListed } from './enquiry-list.repo.ts';

type EnquiryRow = EnquiryColumns & {
  email: string | null;
  phone: string | null;
  student_id: string | null;
  student_name: string | null;
};

/** The dedupe key of the email that contains a reply. */
export const replyKey = (messageId: string) => `enquiry-reply:${messageId}`;

async function readEntries(db: Kysely<Database>, id: number): Promise<EnquiryEntry[]> {
  const { rows } = await sql<Omit<EnquiryEntry, 'at' | 'delivery'> & { created_at: Date; mail_state: string | null }>`
    select entry.id, entry.kind, entry.created_at, author.name as author, entry.text, mail.state as mail_state
    from submission_entries entry join staff_members author on author.id = entry.staff_id
    left join mail_outbox mail on mail.dedupe_key = ${replyKey('')} || entry.message_id
    where entry.submission_id = ${id} order by entry.id`.execute(db);
  const deliveries = { waiting: 'waiting', sent: 'sent', dead: 'failed' } as const;
  return rows.map(({ created_at, mail_state, ...entry }) => ({
    ...entry,
    at: created_at.toISOString(),
    delivery: entry.kind === 'reply' ? deliveries[(mail_state ?? 'sent') as keyof typeof deliveries] : null,
  }));
}

/** An enquiry or grievance with its replies and notes; undefined if there is no enquiry with this id. */
export async function findEnquiry(db: Kysely<Database>, id: number): Promise<Enquiry | undefined> {
  const { rows } = await sql<EnquiryRow>`
    select ${enquiryColumns}, e.body ->> 'email' as email,
      nullif(coalesce(e.body ->> 'phone', e.body ->> 'contact'), '') as phone,
      s.id as student_id, s.first_name || ' ' || s.last_name as student_name
    from submissions e left join staff_members assigned on assigned.id = e.assigned_to
    left join students s on s.id = e.student_id where e.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { email, phone, student_id, student_name, ...columns } = row;
  return {
    ...toListed(columns),
    text: row.text,
    email,
    phone,
    student: student_id === null ? null : { id: student_id, name: student_name ?? '' },
    entries: await readEntries(db, id),
  };
}

/** Locks an enquiry or grievance until the transaction ends, and reads what is needed to change it. */
export async function lockEnquiry(tx: Tx, id: number) {
  return tx
    .selectFrom('submissions')
    .select(['id', 'reference', 'state', 'assigned_to'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateEnquiry(
  tx: Tx,
  id: number,
  change: { state?: EnquiryState; assigned_to?: string | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('submissions').set(change).where('id', '=', id).execute();
}

type NewEntry = {
  kind: 'reply' | 'note';
  submissionId: number;
  staffId: string;
  text: string;
  messageId: string | null;
};

export async function insertEntry(tx: Tx, entry: NewEntry, now: Date): Promise<number> {
  const { kind, submissionId, staffId, text, messageId } = entry;
  const { id } = await tx
    .insertInto('submission_entries')
    .values({ kind, submission_id: submissionId, staff_id: staffId, text, message_id: messageId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The Message-IDs of the emails by which staff have replied to an enquiry, oldest first. */
export async function readMessageIds(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('submission_entries')
    .select('message_id')
    .where('submission_id', '=', id)
    .where('message_id', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ message_id }) => message_id ?? []);
}

/** The active staff members who may answer enquiries, by name. */
export async function listAssignable(db: Kysely<Database>): Promise<Array<{ id: string; name: string }>> {
  const rows = await db
    .selectFrom('staff_members')
    .select(['id', 'name', 'role'])
    .where('state', '=', 'active')
    .orderBy(sql`lower(name)`)
    .execute();
  const mayAnswer = ({ role }: { role: StaffRole }) => mayDo(role, 'enquiries.manage');
  return rows.filter(mayAnswer).map(({ id, name }) => ({ id, name }));
}
