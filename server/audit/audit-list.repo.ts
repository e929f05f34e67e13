import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

type Filter = {
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  kind?: 'change' | 'reading' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
};

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
/** SQL for the time at which a date begins at the academy: midnight in Asia/Kolkata. */
const startOfDay = (day: string, daysLater = 0) =>
  sql<Date>`(${day}::date + ${daysLater}::integer)::timestamp at time zone 'Asia/Kolkata'`;

/** Entries of the audit log that match the filter, newest first. */
export async function listAudit(db: Kysely<Database>, filter: Filter, limit: number) {
  const { q, actor, action, kind, from, to, before } = filter;
  const text = sql<string>`audit_text(actor, command, subject, reason, arguments, before, after)`;
  let query = db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'command', 'arguments', 'before', 'after', 'staff_id', 'subject', 'reason'])
    .orderBy('id', 'desc')
    .limit(limit);
  if (q) query = query.where(text, 'like', `%${escapeLike(q.toLowerCase())}%`);
  if (actor) query = query.where(sql<string>`lower(actor)`, 'like', `${escapeLike(actor.toLowerCase())}%`);
  if (action) query = query.where('command', 'like', `${escapeLike(action)}%`);
  if (kind === 'change')
    query = query.where((row) => row.or([row('before', 'is not', null), row('after', 'is not', null)]));
  if (kind === 'reading') query = query.where('before', 'is', null).where('after', 'is', null);
  if (from) query = query.where('at', '>=', startOfDay(from));
  if (to) query = query.where('at', '<', startOfDay(to, 1));
  if (before) query = query.where('id', '<', before);
  return query.execute();
}
