import {
  listContentVersions,
  publishContent,
  removeContent,
  restoreContent,
  unscheduleContent,
} from '../../../contract/staff/content.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { invalidRequest, notFound, refuse } from '../../http/refusal.ts';
import { compareBodies } from './compare-bodies.ts';
import { findUses } from './document-uses.ts';
import { insertDraft, listVersions, readDraft, unscheduleDraft, updateDraft } from './draft.repo.ts';
import { discardDraft, requireDocument } from './draft.routes.ts';
import { effectiveDayFaults, mayChooseTime, takesEffectAt } from './effective-day.ts';
import { changedDraft, refuseChangedDraft, refusePublication, scheduledDraft } from './publication-refusals.ts';
import { PublishError, publishDocument, scheduleDocument } from './publish-document.ts';

const rethrow = (error: unknown) => {
  throw refusePublication(error);
};

/** The console's calls that publish documents and show their history (docs/product.md#content-in-the-console). */
export function publishingRoutes(mount: Mount, { clock, contentDir }: { clock: Clock; contentDir: string }): void {
  const now = () => new Date(clock.now());

  mount(publishContent, async ({ db, params, body, staff }) => {
    const { refusals } = publishContent;
    const { revision, published, publish_at, reason, must_accept } = body;
    const draft = await readDraft(db, params, true);
    if (!draft) throw notFound();
    if (draft.publish_at) throw refuse(refusals, 'DRAFT_SCHEDULED', scheduledDraft);
    if (draft.revision !== revision) throw refuse(refusals, 'DRAFT_CHANGED', changedDraft);
    const open = await requireDocument(db, params);
    const faults = effectiveDayFaults(open, draft.body, clock);
    if (faults.length > 0) throw refusePublication(new PublishError('CONTENT_FAULTS', faults));
    if (must_accept !== undefined && !open.rules.isAccepted?.(params.id))
      throw invalidRequest('Students do not accept this document when they register.');
    const choice = { reason, mustAccept: must_accept ?? true };
    const publication = { ...params, body: draft.body, seen: published, by: staff, ...choice, now: now() };
    if (publish_at !== null && !mayChooseTime(open, draft.body))
      throw invalidRequest('The day on which this takes effect decides when it is published. Give no other time.');
    const at = publish_at === null ? takesEffectAt(open, draft.body, clock) : new Date(publish_at);
    if (at && at <= now()) throw refuse(refusals, 'TIME_PASSED', 'Choose a time in the future.');
    if (at) await scheduleDocument(db, contentDir, { ...publication, at }).catch(rethrow);
    else await publishDocument(db, contentDir, publication).catch(rethrow);
    return { statusCode: 200 };
  });

  mount(unscheduleContent, async ({ db, params, staff }) => {
    const draft = await readDraft(db, params, true);
    if (!draft) throw notFound();
    if (!draft.publish_at) return { statusCode: 200 };
    await unscheduleDraft(db, params);
    const entry = {
      action: 'content unschedule',
      subject: `content:${params.kind}/${params.id}`,
      before: { publish_at: draft.publish_at.toISOString() },
    };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200 };
  });

  mount(removeContent, async ({ db, params, body: { revision, reason }, staff }) => {
    const open = await requireDocument(db, params);
    if (!open.rules.mayRemove)
      throw refuse(removeContent.refusals, 'KIND_IS_FIXED', 'This page is always there. Change it instead.');
    if (!open.published) throw notFound();
    const draft = await readDraft(db, params, true);
    if (draft?.publish_at) throw refuse(removeContent.refusals, 'DRAFT_SCHEDULED', scheduledDraft);
    if ((draft?.revision ?? 0) !== revision) throw refuseChangedDraft(draft);
    const uses = await findUses(db, params, today(clock));
    if (uses.length > 0) throw refuse(removeContent.refusals, 'IN_USE', uses.join(' '));
    const choice = { reason, mustAccept: false };
    const publication = { ...params, body: null, seen: open.publishedHash, by: staff, ...choice, now: now() };
    if (draft) await discardDraft(db, params, draft, staff, now());
    await publishDocument(db, contentDir, publication).catch(rethrow);
    const savedMeanwhile = await readDraft(db, params);
    if (savedMeanwhile) throw refuseChangedDraft(savedMeanwhile);
    return { statusCode: 200 };
  });

  mount(listContentVersions, async ({ db, params }) => {
    const { fields } = await inTransaction(db, (tx) => requireDocument(tx, params));
    const data = (await listVersions(db, params)).map(({ before, after, published_at, version_to_accept, ...row }) => ({
      ...row,
      must_accept: version_to_accept !== null,
      at: published_at.toISOString(),
      is_published: after !== null,
      changes: before && after ? compareBodies(fields, before, after) : [],
    }));
    return { statusCode: 200, data };
  });

  mount(restoreContent, async ({ db, params, body: { revision, version, state }, staff }) => {
    const found = (await listVersions(db, params)).find(({ id }) => id === version);
    const body = found?.[state];
    if (!body) throw notFound();
    const { published } = await requireDocument(db, params);
    const draft = await readDraft(db, params, true);
    if (draft?.publish_at) throw refuse(restoreContent.refusals, 'DRAFT_SCHEDULED', scheduledDraft);
    if ((draft?.revision ?? 0) !== revision) throw refuseChangedDraft(draft);
    const by = { staffId: staff.staffId, now: now() };
    const first = draft ? undefined : await insertDraft(db, { ...params, body, base: published, ...by });
    if (draft) await updateDraft(db, params, { body, ...by });
    else if (first === undefined) throw refuseChangedDraft(await readDraft(db, params));
    const replaced = draft ? { revision, by: draft.by, body: draft.body } : null;
    const entry = { action: 'content restore', subject: `content:${params.kind}/${params.id}`, before: replaced };
    await recordStaffAction(
      db,
      staff,
      { ...entry, after: { revision: first ?? revision + 1, version, state } },
      by.now,
    );
    return { statusCode: 200 };
  });
}
