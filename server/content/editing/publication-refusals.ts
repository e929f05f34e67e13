import { previewContent, publishContent, saveContentDraft } from '../../../contract/staff/content.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { type DraftRow, toDraft } from './draft.repo.ts';
import { PublishError } from './publish-document.ts';

export const changedDraft = 'Somebody else has changed this draft. Nothing was saved; what you typed is still here.';
export const scheduledDraft = 'This draft has a time at which it is published. Cancel the time first.';

/** The refusal to replace a draft that another editor has saved, published or discarded in the meantime. */
export const refuseChangedDraft = (stored: DraftRow | undefined) =>
  refuse(saveContentDraft.refusals, 'DRAFT_CHANGED', changedDraft, { data: stored ? toDraft(stored) : null });

/** Converts a `PublishError` into a refusal that the endpoint declares. */
export function refusePublication(error: unknown, isPreview = false): unknown {
  if (!(error instanceof PublishError)) return error;
  if (error.code === 'NOT_FOUND') return notFound();
  const { refusals } = publishContent;
  if (error.code === 'PUBLISHED_CHANGED')
    return refuse(refusals, 'PUBLISHED_CHANGED', 'The page has changed meanwhile. Check the differences again.');
  if (error.code === 'REASON_NEEDED') return refuse(refusals, 'REASON_NEEDED', 'Say why you change this.');
  const message = `The draft has mistakes: ${error.message}.`;
  if (isPreview) return refuse(previewContent.refusals, 'CONTENT_FAULTS', message, { data: error.faults });
  return refuse(refusals, 'CONTENT_FAULTS', message);
}
