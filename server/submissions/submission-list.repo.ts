import { type RawBuilder, sql } from 'kysely';

/**
 * An enquiry or grievance as the command `landfall submissions list` prints it. `at` is in the academy's time zone;
 * `from_name` and `text` are as the sender wrote them.
 */
export type ListedSubmission = {
  at: string;
  kind: string;
  reference: string;
  state: string;
  from_name: string;
  contact: string;
  text: string;
  body: Record<string, unknown>;
};

/**
 * SQL that selects enquiries and grievances, oldest first. If `from` is given, only those since that date in the
 * academy's time zone. If `kind` is given, only those of that kind.
 */
export function listSubmissionsSql(filter: {
  kind?: string | undefined;
  from?: string | undefined;
}): RawBuilder<ListedSubmission> {
  const ofKind = filter.kind === undefined ? sql`` : sql`and kind = ${filter.kind}`;
  const since =
    filter.from === undefined
      ? sql``
      : sql`and created_at >= ${filter.from}::date::timestamp at time zone 'Asia/Kolkata'`;
  return sql<ListedSubmission>`
    select to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as at, kind, reference, state,
      case when body @> '{"anonymous": true}' then '(anonymous)' else coalesce(body ->> 'name', '') end as from_name,
      concat_ws(' ', nullif(body ->> 'email', ''), nullif(coalesce(body ->> 'phone', body ->> 'contact'), '')) as contact,
      coalesce(body ->> 'grievance', concat_ws(': ', body ->> 'subject', body ->> 'message'), '') as text, body
    from submissions where true ${ofKind} ${since} order by created_at, id`;
}
