import { sql } from 'kysely';
import type { ContentBody, ContentFault, DocumentName } from '../../../contract/staff/content.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { errorCode } from '../../db/connection/database-errors.ts';
import type { Tx } from '../../db/schema.ts';
import { contentLockKey } from '../load/load-content.ts';
import { writeDifference } from '../load/write-difference.ts';
import { compareBodies } from './compare-bodies.ts';
import { deleteDraft, scheduleDraft } from './draft.repo.ts';
import { type DocumentPlan, planDocument, tidyBody } from './plan-document.ts';
import { type OpenDocument, openDocument, readCurrentContent } from './read-document.ts';

/** The staff member who changes content. */
export type Editor = { staffId: string; name: string; email: string };

/**
 * Thrown if a content document cannot be published. The caller's transaction must then be rolled back. `code` says why,
 * and `faults` lists the faults of the content.
 */
export class PublishError extends Error {
  override name = 'PublishError';
  readonly code: 'NOT_FOUND' | 'PUBLISHED_CHANGED' | 'CONTENT_FAULTS' | 'REASON_NEEDED';
  readonly faults: ContentFault[];

  constructor(code: PublishError['code'], faults: ContentFault[] = []) {
    super(faults.map(({ label, reason }) => `${label} ${reason}`.trim()).join('; ') || code);
    this.code = code;
    this.faults = faults;
  }
}

/** Writes the rows that a plan changes. @throws PublishError if the database rejects a row */
export async function writePlan(tx: Tx, tables: NonNullable<DocumentPlan['tables']>): Promise<void> {
  try {
    for (const { before, after } of tables) await writeDifference(tx, before, after);
  } catch (error) {
    if (!/^2[23]/.test(errorCode(error))) throw error;
    const detail = error instanceof Error && 'detail' in error ? String(error.detail) : String(error);
    throw new PublishError('CONTENT_FAULTS', [{ path: '', label: '', reason: `The database refuses it: ${detail}` }]);
  }
}

type Publication = DocumentName & {
  /** The content to publish; null to take the document off the site. */
  body: ContentBody | null;
  /**
   * The hash of the published version that the editor has seen (`hashBody`); null if the document was not published.
   */
  seen: string | null;
  by: Editor;
  reason: string | undefined;
  /**
   * Whether students must accept the new version. Used only for content documents that students accept when they
   * register.
   */
  mustAccept: boolean;
  now: Date;
};

/**
 * Checks a content document before it is published or its publication is scheduled, and plans the rows to write.
 * @throws PublishError
 */
async function prepare(tx: Tx, contentDir: string, { kind, id, seen, body: given, reason }: Publication) {
  await sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(tx);
  const current = await readCurrentContent(tx);
  const open = openDocument({ kind, id }, current);
  if (!open) throw new PublishError('NOT_FOUND');
  if (open.publishedHash !== seen) throw new PublishError('PUBLISHED_CHANGED');
  const body = given && (await tidyBody(tx, { id, body: given, open }, current));
  const { faults, tables } = await planDocument(contentDir, { id, body, open }, current);
  if (!tables) throw new PublishError('CONTENT_FAULTS', faults);
  const changes = compareBodies(open.fields, open.published, body);
  if (!reason && changes.some(open.rules.needsReason)) throw new PublishError('REASON_NEEDED');
  return { open, body, tables, changes };
}

/**
 * For the audit log: whether students must accept the new version. Empty for content documents that students never
 * accept.
 */
const acceptance = ({ rules }: OpenDocument, { id, body, mustAccept }: Publication) =>
  body && rules.isAccepted?.(id) ? { must_accept: mustAccept } : {};

/**
 * Publishes a content document in the caller's transaction: checks it, writes the rows that change, adds a version to
 * the document's history and an entry to the audit log, and deletes the published draft. Within a second, the public
 * pages of all processes show the new version.
 * @throws PublishError
 */
export async function publishDocument(tx: Tx, contentDir: string, publication: Publication): Promise<void> {
  const { kind, id, by, reason, now } = publication;
  const { open, body, tables, changes } = await prepare(tx, contentDir, publication);
  await writePlan(tx, tables);
  const chosen = acceptance(open, publication);
  const version_to_accept = chosen.must_accept ? await newestPolicyVersion(tx, id) : null;
  const toText = (value: ContentBody | null) => (value === null ? null : JSON.stringify(value));
  // The history entry of a document that is taken off the site also contains the fixed fields, because restoring the
  // document needs them.
  const before = open.published && (body ? open.published : { ...open.published, ...open.fixed });
  const version = { before: toText(before), after: toText(body), reason: reason ?? null, version_to_accept };
  await tx
    .insertInto('content_versions')
    .values({ kind, document: id, published_by: by.staffId, published_at: now, ...version })
    .execute();
  if (body) await deleteDraft(tx, { kind, id });
  const entry = {
    action: body ? 'content publish' : 'content remove',
    subject: `content:${kind}/${id}`,
    arguments: chosen,
    before: Object.fromEntries(changes.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(changes.map(({ path, after }) => [path, after])),
  };
  await recordStaffAction(tx, by, reason === undefined ? entry : { ...entry, reason }, now);
}

/** The id of the newest version of a policy. A database trigger adds a version whenever the policy is written. */
async function newestPolicyVersion(tx: Tx, policy: string): Promise<number | null> {
  const newest = await tx
    .selectFrom('policy_versions')
    .select('id')
    .where('document', '=', policy)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

/** Checks a draft and schedules its publication. @throws PublishError */
export async function scheduleDocument(
  tx: Tx,
  contentDir: string,
  publication: Publication & { at: Date },
): Promise<void> {
  const { kind, id, by, reason, mustAccept, now, at } = publication;
  const { open } = await prepare(tx, contentDir, publication);
  await scheduleDraft(tx, { kind, id }, { at, by: by.staffId, reason, mustAccept, base: open.published });
  const entry = {
    action: 'content schedule',
    subject: `content:${kind}/${id}`,
    arguments: acceptance(open, publication),
    after: { publish_at: at.toISOString() },
  };
  await recordStaffAction(tx, by, reason === undefined ? entry : { ...entry, reason }, now);
}
