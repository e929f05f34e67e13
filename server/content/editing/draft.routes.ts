import { sql } from 'kysely';
import {
  checkContentDraft,
  createContent,
  type DocumentName,
  discardContentDraft,
  getContent,
  listContent,
  previewContent,
  saveContentDraft,
} from '../../../contract/staff/content.ts';
import { recordStaffAction, type StaffAction } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { isSame } from '../load/merge-fields.ts';
import { compareBodies } from './compare-bodies.ts';
import { describeConsequences } from './consequences.ts';
import { contentRules, toBody } from './content-kinds.ts';
import {
  type DraftRow,
  deleteDraft,
  highestDocument,
  insertDraft,
  listDrafts,
  listVersions,
  readDraft,
  toDraft,
  updateDraft,
} from './draft.repo.ts';
import { effectiveDayFaults, mayChooseTime, takesEffectAt } from './effective-day.ts';
import { planDocument, tidyBody } from './plan-document.ts';
import { previewDocument, type RenderPage } from './preview-document.ts';
import { changedDraft, refuseChangedDraft, refusePublication, scheduledDraft } from './publication-refusals.ts';
import type { Editor } from './publish-document.ts';
import { type OpenDocument, openDocument, readCurrentContent } from './read-document.ts';

export type EditingDeps = { clock: Clock; contentDir: string; renderPage: RenderPage };

/** An arbitrary key for the advisory lock under which new documents get their numbers. */
const newDocumentLockKey = 7_002;

/** Opens an existing or new document. @throws Refusal 404 if no document of this kind can have this id */
export async function requireDocument(tx: Tx, name: DocumentName): Promise<OpenDocument> {
  const open = openDocument(name, await readCurrentContent(tx));
  if (!open) throw notFound();
  return open;
}

/**
 * Checks a draft: returns its faults, and what its publication would change.
 * @throws Refusal 404 if there is no draft
 */
async function checkDraft(tx: Tx, name: DocumentName, { contentDir, clock }: EditingDeps) {
  const current = await readCurrentContent(tx);
  const open = openDocument(name, current);
  const draft = open && (await readDraft(tx, name));
  if (!draft) throw notFound();
  const body = await tidyBody(tx, { id: name.id, body: draft.body, open }, current);
  const { faults: found } = await planDocument(contentDir, { id: name.id, body, open }, current);
  const faults = [...found, ...effectiveDayFaults(open, body, clock)];
  const changes = compareBodies(open.fields, open.published, body);
  const publication = { ...name, body, changes, isNew: open.published === null, today: today(clock) };
  return {
    ...{ revision: draft.revision, published: open.publishedHash, faults, changes },
    needs_reason: changes.some(open.rules.needsReason),
    takes_effect_at: takesEffectAt(open, body, clock)?.toISOString() ?? null,
    may_choose_time: mayChooseTime(open, body),
    is_accepted: open.rules.isAccepted?.(name.id) ?? false,
    changed_meanwhile: compareBodies(open.fields, draft.base, open.published),
    consequences: await describeConsequences(tx, publication),
  };
}

/** Describes for the audit log that a draft was created, taken over from another editor, or discarded. */
const draftAction = (
  what: 'create' | 'change' | 'discard',
  { kind, id }: DocumentName,
  change: Pick<StaffAction, 'before' | 'after'>,
): StaffAction => ({ action: `content draft ${what}`, subject: `content:${kind}/${id}`, ...change });

/** Deletes a draft in the transaction of the call. The audit log keeps what the draft contained. */
export async function discardDraft(tx: Tx, name: DocumentName, draft: DraftRow, by: Editor, now: Date): Promise<void> {
  const { revision, by: savedBy, body } = draft;
  await deleteDraft(tx, name);
  await recordStaffAction(tx, by, draftAction('discard', name, { before: { revision, by: savedBy, body } }), now);
}

/** The console's API calls for documents and their drafts (docs/product.md#content-in-the-console). */
export function draftRoutes(mount: Mount, deps: EditingDeps): void {
  const { clock, contentDir } = deps;
  const now = () => new Date(clock.now());

  mount(listContent, async ({ db, params: { kind } }) => {
    const rules = contentRules[kind];
    const { files, baseDay } = await inTransaction(db, readCurrentContent);
    const drafts = new Map((await listDrafts(db, kind)).map((draft) => [draft.document, draft]));
    const published = new Map(rules.list(files).map(({ id, entry }) => [id, toBody(rules, entry, baseDay)]));
    const data = [...new Set([...published.keys(), ...drafts.keys()])].map((id) => {
      const row = drafts.get(id);
      const draft = row && toDraft(row);
      return {
        id,
        title: rules.titleOf(id, draft?.body ?? published.get(id) ?? {}),
        is_published: published.has(id),
        is_withdrawn: rules.isWithdrawn?.(published.get(id) ?? {}) ?? false,
        draft: draft
          ? { by: draft.by, at: draft.at, publish_at: draft.publish_at, publish_error: draft.publish_error }
          : null,
      };
    });
    return { statusCode: 200, data, may_add: rules.mayAdd };
  });

  mount(getContent, async ({ db, params }) => {
    const { open, files, draft } = await inTransaction(db, async (tx) => {
      const current = await readCurrentContent(tx);
      const found = openDocument(params, current);
      if (!found) throw notFound();
      return { open: found, files: current.files, draft: await readDraft(tx, params) };
    });
    const { rules, fields, published } = open;
    const body = draft?.body ?? published;
    const wasPublished = body ? [] : await listVersions(db, params);
    if (!body && wasPublished.length === 0) throw notFound();
    const [title, page] = [rules.titleOf(params.id, body ?? {}), rules.pageOf(params.id, body ?? {}, files)];
    const may_remove = rules.mayRemove && published !== null;
    const data = {
      ...{ title, page, fields, published, published_hash: open.publishedHash },
      ...{ draft: draft ? toDraft(draft) : null, may_remove },
    };
    return { statusCode: 200, data };
  });

  mount(createContent, async ({ db, params: { kind }, staff }) => {
    const rules = contentRules[kind];
    if (!rules.mayAdd) throw refuse(createContent.refusals, 'KIND_IS_FIXED', 'These pages are a fixed list.');
    await sql`select pg_advisory_xact_lock(${newDocumentLockKey})`.execute(db);
    const { files } = await readCurrentContent(db);
    const id = `${rules.idPrefix ?? ''}${(await highestDocument(db, kind, rules)) + 1}`;
    const draft = { kind, id, body: rules.blank(files), base: null, staffId: staff.staffId, now: now() };
    const revision = await insertDraft(db, draft);
    await recordStaffAction(db, staff, draftAction('create', { kind, id }, { after: { revision } }), now());
    return { statusCode: 200, data: { id } };
  });

  mount(saveContentDraft, async ({ db, params, body: { revision, body, published: seen, base }, staff }) => {
    const by = { staffId: staff.staffId, now: now() };
    const saved = { by: staff.name, at: by.now.toISOString() };
    return inTransaction(db, async (tx) => {
      const stored = await readDraft(tx, params, true);
      if (stored?.publish_at) throw refuse(saveContentDraft.refusals, 'DRAFT_SCHEDULED', scheduledDraft);
      if (!stored) {
        if (revision !== 0) throw refuseChangedDraft(undefined);
        const { published, publishedHash } = await requireDocument(tx, params);
        if (!published) throw notFound();
        const isOutdated = seen !== undefined && seen !== publishedHash;
        if (isOutdated && base === undefined) throw refuseChangedDraft(undefined);
        const first = await insertDraft(tx, { ...params, body, base: base === undefined ? published : base, ...by });
        if (first === undefined) throw refuseChangedDraft(await readDraft(tx, params));
        await recordStaffAction(tx, staff, draftAction('create', params, { after: { revision: first } }), by.now);
        return { statusCode: 200 as const, data: { ...saved, revision: first } };
      }
      // If the client received no response to a save, it repeats the save, so the same draft may already be stored.
      const isNext = revision === 0 || stored.revision === revision + 1;
      const isRepeated = isNext && stored.saved_by === staff.staffId && isSame(stored.body, body);
      if (stored.revision !== revision && !isRepeated) throw refuseChangedDraft(stored);
      if (!isRepeated) {
        // The stored draft and the request may be based on different published versions. Keep the older base, so that a
        // check of the draft lists everything published since.
        const isOlder = base !== undefined && isSame(stored.base, (await requireDocument(tx, params)).published);
        await updateDraft(tx, params, { body, ...by, ...(isOlder ? { base } : {}) });
      }
      // The editing form saves automatically every few seconds. If the same person saves several times in a row, only
      // the first save is recorded in the audit log.
      if (stored.saved_by !== staff.staffId) {
        const change = { before: { revision, by: stored.by }, after: { revision: revision + 1, by: staff.name } };
        await recordStaffAction(tx, staff, draftAction('change', params, change), by.now);
      }
      return { statusCode: 200 as const, data: { ...saved, revision: isRepeated ? stored.revision : revision + 1 } };
    });
  });

  mount(discardContentDraft, async ({ db, params, body: { revision }, staff }) => {
    const { refusals } = discardContentDraft;
    const draft = await readDraft(db, params, true);
    if (!draft) throw notFound();
    if (draft.publish_at) throw refuse(refusals, 'DRAFT_SCHEDULED', scheduledDraft);
    if (draft.revision !== revision) throw refuse(refusals, 'DRAFT_CHANGED', changedDraft);
    await discardDraft(db, params, draft, staff, now());
    return { statusCode: 200 };
  });

  mount(checkContentDraft, async ({ db, params }) => ({
    statusCode: 200,
    data: await inTransaction(db, (tx) => checkDraft(tx, params, deps)),
  }));

  mount(previewContent, async ({ db, params }) => {
    const options = { contentDir, renderPage: deps.renderPage, today: today(clock) };
    const preview = await previewDocument(db, params, options).catch((error: unknown) => {
      throw refusePublication(error, true);
    });
    if (!preview)
      throw refuse(previewContent.refusals, 'PREVIEW_UNAVAILABLE', 'This document has no page of its own to preview.');
    return { statusCode: 200, data: preview };
  });
}
