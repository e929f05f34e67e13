import { type Kysely, sql } from 'kysely';
import type { EnquiryStateFilter, ListedEnquiry } from '../../../contract/staff/enquiries.ts';
import type { Database } from '../../db/schema.ts';
import { toWordQuery } from '../../db/search-patterns.ts';

type Filter = {
  state?: EnquiryStateFilter | undefined;
  kind?: ListedEnquiry['kind'] | undefined;
  assignedTo?: string | null | undefined;
  q?: string | undefined;
  before?: number | undefined;
};

const excerptLength = 160;

/**
 * The stored states that a filter of the list covers. A filter that is missing here covers only the stored state of the
 * same name.
 */
const storedStates: Partial<Record<EnquiryStateFilter, readonly string[]>> = {
  open: ['received', 'in_work', 'forwarded'],
  in_work: ['in_work', 'forwarded'],
};

/** SQL columns of an enquiry or grievance, for the list and for its own page. An anonymous grievance has no name. */
export const enquiryColumns = sql`
  e.id, e.reference, e.kind, case e.state when 'forwarded' then 'in_work' else e.state end as state, e.created_at,
  e.body @> '{"anonymous": true}' as is_anonymous,
  case when not e.body @> '{"anonymous": true}' then e.body ->> 'name' end as name,
  e.body ->> 'subject' as subject, coalesce(e.body ->> 'grievance', e.body ->> 'message', '') as text,
  assigned.id as assigned_id, assigned.name as assigned_name`;

export type EnquiryColumns = Pick<ListedEnquiry, 'id' | 'reference' | 'kind' | 'state' | 'is_anonymous' | 'name'> & {
  created_at: Date;
  subject: string | null;
  text: string;
  assigned_id: string | null;
  assigned_name: string | null;
};

/** Converts the columns that the list of enquiries and the page of one enquiry have in common to fields of the API. */
export function toListed({ created_at, text: _, assigned_id, assigned_name, ...row }: EnquiryColumns) {
  const assigned_to = assigned_id === null ? null : { id: assigned_id, name: assigned_name ?? '' };
  return { ...row, at: created_at.toISOString(), assigned_to };
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line;
}

/**
 * A page of the enquiries and grievances that match the filter, newest first. If `assignedTo` is null, only those
 * that are assigned to nobody.
 */
export async function listEnquiryPage(db: Kysely<Database>, filter: Filter, limit: number): Promise<ListedEnquiry[]> {
  const { state, kind, assignedTo, q, before } = filter;
  const words = toWordQuery(q);
  const conditions = [
    sql`true`,
    ...(state === undefined ? [] : [sql`e.state = any(${storedStates[state] ?? [state]})`]),
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(assignedTo === undefined
      ? []
      : [assignedTo === null ? sql`e.assigned_to is null` : sql`e.assigned_to = ${assignedTo}`]),
    // The matching enquiries are materialised, because PostgreSQL might otherwise scan the whole table to find a few.
    ...(words === null
      ? []
      : [
          sql`e.id in (with matches as materialized (
            select id from submissions where search_words @@ to_tsquery('simple', ${words})) select id from matches)`,
        ]),
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
  ];
  const { rows } = await sql<EnquiryColumns>`
    select ${enquiryColumns}
    from submissions e left join staff_members assigned on assigned.id = e.assigned_to
    where ${sql.join(conditions, sql` and `)} order by e.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...toListed(row), excerpt: excerptOf(row.text) }));
}

/** Counts the enquiries and grievances that are new, and those that are in progress. */
export async function countOpen(db: Kysely<Database>): Promise<{ received: number; in_work: number }> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from submissions
    where state in ('received', 'in_work', 'forwarded') group by state`.execute(db);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  const countOf = (state: string) => counts.get(state) ?? 0;
  return { received: countOf('received'), in_work: countOf('in_work') + countOf('forwarded') };
}

/**
 * The last 50 enquiries and grievances that a student has sent, newest first. Anonymous grievances are never among
 * them, because they are stored without a student.
 */
export async function listEnquiriesOf(db: Kysely<Database>, studentId: string) {
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'reference', 'created_at', 'state'])
    .where('student_id', '=', studentId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ created_at, state, ...row }) => ({
    ...row,
    at: created_at.toISOString(),
    is_open: state !== 'answered' && state !== 'closed',
  }));
}
