import { type Kysely, sql } from 'kysely';
import type { TermsToAccept } from '../../contract/terms.ts';
import type { Database, Tx } from '../db/schema.ts';

/** The versions of the terms that were ever in force. Newer versions have higher ids. */
const versions = sql`(select id, version, body from policy_versions where document = 'terms')`;

/**
 * The newest version of the terms that students must accept again, and when it was published; no row if there is none.
 */
const required = sql`(select version_to_accept as id, published_at from content_versions
  where document = 'terms' and version_to_accept is not null order by id desc limit 1)`;

/** SQL: the id of the newest version of the terms that student `s` has accepted; null if none is stored. */
const newestAccepted = sql`(select max(v.id) from ${versions} v
  where v.version = s.accepted_terms
    or v.id in (select policy_version_id from policy_acceptances where student_id = s.id))`;

/**
 * The terms that a student must accept again; null if there are none. Students for whom no accepted version is stored,
 * such as imported ones, count as having accepted what was in force when their account was created.
 */
export async function findTermsToAccept(db: Kysely<Database>, studentId: string): Promise<TermsToAccept | null> {
  const { rows } = await sql<TermsToAccept>`
    select newest.body ->> 'title' as title, newest.version, changed.body ->> 'effectiveDate' as changed_on
    from students s, ${required} required
      join ${versions} changed on changed.id = required.id
      cross join (select * from ${versions} v order by id desc limit 1) newest
    where s.id = ${studentId}
      and coalesce(${newestAccepted} < required.id, s.created_at < required.published_at)`.execute(db);
  return rows[0] ?? null;
}

/**
 * Stores that a student accepts a version of the terms, unless they have accepted this or a newer one. Returns false if
 * there is no such version, or if a newer one must be accepted.
 */
export async function storeAcceptance(
  tx: Tx,
  { studentId, version, now }: { studentId: string; version: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select v.id from ${versions} v where v.version = ${version}
      and v.id >= coalesce((select id from ${required} required), (select max(id) from ${versions} newest))`.execute(
    tx,
  );
  const [accepted] = rows;
  if (!accepted) return false;
  await sql`
    insert into policy_acceptances (student_id, policy_version_id, accepted_at)
    select s.id, ${accepted.id}::bigint, ${now} from students s
    where s.id = ${studentId} and coalesce(${newestAccepted} < ${accepted.id}::bigint, true)
    on conflict do nothing`.execute(tx);
  return true;
}

/** The versions of the terms that a student has accepted, at registration and since then, newest first. */
export async function listAcceptedTerms(
  db: Kysely<Database>,
  studentId: string,
): Promise<{ version: string; at: string }[]> {
  const { rows } = await sql<{ version: string; at: Date }>`
    select version, at from (
      select accepted_terms as version, created_at as at from students
        where id = ${studentId} and accepted_terms is not null
      union all
      select v.version, a.accepted_at from policy_acceptances a join ${versions} v on v.id = a.policy_version_id
        where a.student_id = ${studentId}) accepted
    order by at desc`.execute(db);
  return rows.map(({ version, at }) => ({ version, at: at.toISOString() }));
}
