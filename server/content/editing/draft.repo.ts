import { randomInt } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentBody, ContentDraft, ContentKind, DocumentName } from '../../../contract/staff/content.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { ContentTable } from '../load/upsert-rows.ts';

export type DraftRow = Selectable<Database['content_drafts']> & { by: string };

// Read the editor's name by a subquery, not by a join. A locking read may have to wait for a colleague who is taking
// the draft over. PostgreSQL then compares the changed draft with the row of the previous editor that the join had
// found. They do not match, so the draft would be missing from the result.
const selectDrafts = (db: Kysely<Database>, kind: ContentKind) =>
  db
    .selectFrom('content_drafts')
    .selectAll()
    .select(sql<string>`(select name from staff_members where staff_members.id = saved_by)`.as('by'))
    .where('kind', '=', kind);

export async function listDrafts(db: Kysely<Database>, kind: ContentKind): Promise<DraftRow[]> {
  return selectDrafts(db, kind).execute();
}

/** Reads the draft of a content document. With `isLocked`, the draft's row stays locked until the transaction ends. */
export async function readDraft(
  db: Kysely<Database>,
  { kind, id }: DocumentName,
  isLocked = false,
): Promise<DraftRow | undefined> {
  const draft = selectDrafts(db, kind).where('document', '=', id);
  return (isLocked ? draft.forUpdate() : draft).executeTakeFirst();
}

export function toDraft({ revision, body, by, saved_at, publish_at, publish_error }: DraftRow): ContentDraft {
  return {
    ...{ revision, body, by, publish_error },
    at: saved_at.toISOString(),
    publish_at: publish_at?.toISOString() ?? null,
  };
}

type NewDraft = DocumentName & { body: ContentBody; base: ContentBody | null; staffId: string; now: Date };

const toJson = (base: ContentBody | null) => (base === null ? null : JSON.stringify(base));

/**
 * Adds a draft and returns its first revision number; undefined if the document has a draft already, because somebody
 * else has just added one. The number is random, so that a page that still shows an earlier draft of the document
 * cannot change or delete the new draft.
 */
export async function insertDraft(
  tx: Tx,
  { kind, id, body, base, staffId, now }: NewDraft,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('content_drafts')
    .values({
      ...{
        kind,
        document: id,
        revision: randomInt(1, 1_000_000_000),
        saved_by: staffId,
        saved_at: now,
        publish_at: null,
        scheduled_by: null,
      },
      ...{ schedule_reason: null, schedule_must_accept: null, publish_error: null },
      body: JSON.stringify(body),
      base: toJson(base),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('revision')
    .executeTakeFirst();
  return inserted?.revision;
}

const draftOf = (tx: Kysely<Database>, { kind, id }: DocumentName) =>
  tx.updateTable('content_drafts').where('kind', '=', kind).where('document', '=', id);

/**
 * Replaces the content of a draft and increases its revision number by one. `base`, if given, is stored as the
 * published version from which the draft was begun.
 */
export async function updateDraft(
  tx: Tx,
  name: DocumentName,
  { body, base, staffId, now }: Pick<NewDraft, 'body' | 'staffId' | 'now'> & Partial<Pick<NewDraft, 'base'>>,
) {
  await draftOf(tx, name)
    .set(({ eb }) => ({
      ...{ body: JSON.stringify(body), saved_by: staffId, saved_at: now, publish_error: null },
      ...(base === undefined ? {} : { base: toJson(base) }),
      revision: eb('revision', '+', 1),
    }))
    .execute();
}

export async function deleteDraft(tx: Tx, { kind, id }: DocumentName): Promise<void> {
  await tx.deleteFrom('content_drafts').where('kind', '=', kind).where('document', '=', id).execute();
}

type Schedule = { at: Date; by: string; reason: string | undefined; mustAccept: boolean; base: ContentBody | null };

/**
 * Schedules the publication of a draft. `base`: the published version that the editor has seen; null if there was none.
 */
export async function scheduleDraft(tx: Tx, name: DocumentName, schedule: Schedule): Promise<void> {
  const { at, by, reason, mustAccept, base } = schedule;
  await draftOf(tx, name)
    .set({
      ...{ publish_at: at, scheduled_by: by, schedule_reason: reason ?? null, schedule_must_accept: mustAccept },
      publish_error: null,
      base: toJson(base),
    })
    .execute();
}

/** Removes the scheduled publication from a draft. `error`: why the publication failed; null if staff cancelled it. */
export async function unscheduleDraft(tx: Tx, name: DocumentName, error: string | null = null): Promise<void> {
  const unset = { publish_at: null, scheduled_by: null, schedule_reason: null, schedule_must_accept: null };
  await draftOf(tx, name)
    .set({ ...unset, publish_error: error })
    .execute();
}

/**
 * Locks and returns the draft that has waited longest since its planned time of publication, with the editor who
 * scheduled it. Skips drafts that another process has locked. Returns undefined if no draft is due.
 */
export async function lockDueDraft(tx: Tx, now: Date) {
  return tx
    .selectFrom('content_drafts')
    .innerJoin('staff_members', 'staff_members.id', 'content_drafts.scheduled_by')
    .select(['kind', 'document', 'body', 'base', 'schedule_reason', 'schedule_must_accept'])
    .select(['staff_members.id as staffId', 'staff_members.name', 'staff_members.email'])
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(1)
    .forUpdate('content_drafts')
    .skipLocked()
    .executeTakeFirst();
}

/** The published versions of a content document, newest first, at most 200. */
export async function listVersions(db: Kysely<Database>, { kind, id }: DocumentName) {
  return db
    .selectFrom('content_versions')
    .innerJoin('staff_members', 'staff_members.id', 'content_versions.published_by')
    .select(['content_versions.id', 'before', 'after', 'published_at', 'reason', 'staff_members.name as by'])
    .select('version_to_accept')
    .where('kind', '=', kind)
    .where('document', '=', id)
    .orderBy('content_versions.id', 'desc')
    .limit(200)
    .execute();
}

/**
 * The highest discount id in the history of courses and packages (`content_versions`); 0 if there is none. New
 * discounts get higher ids, so that the id of a removed discount is never used again. Only the history still has
 * discounts that staff added in the console and later removed.
 */
export async function highestFormerDiscount(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max((found #>> '{}')::integer), 0) as id from content_versions,
      jsonb_path_query(before, '$.discounts[*].id ? (@.type() == "number")') found
    where kind in ('courses', 'packages')`.execute(db);
  return rows[0]?.id ?? 0;
}

/**
 * The highest number in the ids that content documents of this kind have ever had, including unpublished drafts and
 * documents that were taken off the site; 0 if there are none. A new document gets the next number. `idPrefix`: the
 * text before the number in an id.
 */
export async function highestDocument(
  db: Kysely<Database>,
  kind: ContentKind,
  { table, idPrefix: prefix = '' }: { table?: ContentTable; idPrefix?: string },
): Promise<number> {
  const rows = await db
    .selectFrom('content_drafts')
    .select('document')
    .where('kind', '=', kind)
    .unionAll(db.selectFrom('content_versions').select('document').where('kind', '=', kind))
    .execute();
  const stored = table
    ? (await sql<{ id: string }>`select id::text as id from ${sql.table(table)}`.execute(db)).rows
    : [];
  const ids = [...rows.map(({ document }) => document), ...stored.map(({ id }) => id)];
  const numbers = ids.filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length)));
  return Math.max(0, ...numbers.filter(Number.isInteger));
}
